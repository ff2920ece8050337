const HTML_ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escapeHtml = (text: string) => text.replace(/[&<>"]/g, sign => HTML_ENTITIES[sign] ?? sign)

/** The HTML that shows a player of ours in a page of somebody else: 16:9, never wider than its place. */
export function embedCode(address: string, title: string): string {
  return (
    `<iframe src="${escapeHtml(address)}" title="${escapeHtml(title)}" width="640" height="360"` +
    ' style="border:0;max-width:100%;height:auto;aspect-ratio:16/9"' +
    ' allow="autoplay; fullscreen; picture-in-picture" allowfullscreen></iframe>'
  )
}
