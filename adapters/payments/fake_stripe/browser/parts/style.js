/** The styles of a field from `options.style` (https://docs.stripe.com/js/appendix/style). */

// biome-ignore format: a list of names
const NAMES = [
  'backgroundColor', 'color', 'fontFamily', 'fontSize', 'fontStyle', 'fontVariant', 'fontWeight', 'letterSpacing',
  'lineHeight', 'padding', 'textAlign', 'textDecoration', 'textShadow', 'textTransform',
]
const PARTS = [':hover', ':focus', '::placeholder', '::selection', ':-webkit-autofill', ':disabled']
const VARIANTS = { base: 'input', complete: 'input.complete', empty: 'input.empty', invalid: 'input.invalid' }
const sheet = document.querySelector('style').sheet
const ownRuleCount = sheet.cssRules.length

/** Apply the styles and fonts of the page. The browser ignores invalid values. */
export function applyStyles(input, style, fonts) {
  while (sheet.cssRules.length > ownRuleCount) sheet.deleteRule(ownRuleCount)
  for (const [variant, selector] of Object.entries(VARIANTS)) {
    add(selector, style[variant] ?? {})
    for (const part of PARTS) if (style[variant]?.[part]) add(selector + part, style[variant][part])
  }
  for (const { family, src, ...descriptors } of fonts) {
    if (!family || !src) continue
    new FontFace(family, src, descriptors).load().then(
      font => document.fonts.add(font),
      () => undefined, // If a font fails to load, the next family in the list applies.
    )
  }
  return input
}

function add(selector, properties) {
  const rule = sheet.cssRules[sheet.insertRule(`${selector} {}`, sheet.cssRules.length)]
  for (const name of NAMES) if (properties[name] !== undefined) rule.style[name] = String(properties[name])
}

/** Set the state of the field, as classes for its variants and as `aria-invalid`. */
export function setVariants(input, variants) {
  for (const [name, isActive] of Object.entries(variants)) input.classList.toggle(name, isActive)
  input.setAttribute('aria-invalid', String(variants.invalid))
}
