/**
 * Puts the symbols of an SVG sprite into the document, once, each id after `prefix`. A page in a sandbox without
 * its own origin may not refer to symbols of another file, its own server's included.
 */
export function inlineSymbols(sprite: string, prefix: string): void {
  const id = `${prefix}symbols`
  if (document.getElementById(id)) return
  const svg = new DOMParser().parseFromString(sprite, 'image/svg+xml').documentElement
  for (const symbol of svg.querySelectorAll('symbol')) symbol.id = prefix + symbol.id
  const holder = document.createElement('div')
  holder.id = id
  holder.hidden = true
  holder.append(document.adoptNode(svg))
  document.body.append(holder)
}
