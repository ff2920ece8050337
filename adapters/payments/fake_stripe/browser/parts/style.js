/** A field's looks, as the page asks for them by `options.style` (https://docs.stripe.com/js/appendix/style). */

// biome-ignore format: a list of names
const NAMES = [
  'backgroundColor', 'color', 'fontFamily', 'fontSize', 'fontStyle', 'fontVariant', 'fontWeight', 'letterSpacing',
  'lineHeight', 'padding', 'textAlign', 'textDecoration', 'textShadow', 'textTransform',
]
const PARTS = [':hover', ':focus', '::placeholder', '::selection', ':-webkit-autofill', ':disabled']
const VARIANTS = { base: 'input', complete: 'input.complete', empty: 'input.empty', invalid: 'input.invalid' }
const sheet = document.querySelector('style').sheet
const ours = sheet.cssRules.length

/** Put on what is asked for, property by property: what is no value of its property is left out by the browser. */
export function dress(input, style, fonts) {
  while (sheet.cssRules.length > ours) sheet.deleteRule(ours)
  for (const [variant, selector] of Object.entries(VARIANTS)) {
    add(selector, style[variant] ?? {})
    for (const part of PARTS) if (style[variant]?.[part]) add(selector + part, style[variant][part])
  }
  for (const { family, src, ...descriptors } of fonts) {
    if (!family || !src) continue
    new FontFace(family, src, descriptors).load().then(
      font => document.fonts.add(font),
      () => undefined, // The next family in the list does.
    )
  }
  return input
}

function add(selector, properties) {
  const rule = sheet.cssRules[sheet.insertRule(`${selector} {}`, sheet.cssRules.length)]
  for (const name of NAMES) if (properties[name] !== undefined) rule.style[name] = String(properties[name])
}

/** How the field stands, for its variants and for those who do not see it. */
export function rest(input, variants) {
  for (const [name, is] of Object.entries(variants)) input.classList.toggle(name, is)
  input.setAttribute('aria-invalid', String(variants.invalid))
}
