/**
 * Insert the symbols of an SVG sprite into the document, once, with `prefix` before each id. A sandboxed page without
 * an origin cannot reference symbols in other files, not even from its own server.
 */
export function inlineSymbols(sprite: string, prefix: string): void {
  const id = `${prefix}symbols`
  if (document.getElementById(id)) return
  const svg = new DOMParser().parseFromString(sprite, 'image/svg+xml').documentElement
  for (const symbol of svg.querySelectorAll('symbol')) symbol.id = prefix + symbol.id
  const container = document.createElement('div')
  container.id = id
  container.hidden = true
  container.append(document.adoptNode(svg))
  document.body.append(container)
}
