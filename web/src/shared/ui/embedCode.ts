const HTML_ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escapeHtml = (text: string) =>
  text.replace(/[&<>"]/g, character => HTML_ENTITIES[character] ?? character)

/** Return the HTML that embeds a player in a page of another site: 16:9, never wider than its container. */
export function embedCode(url: string, title: string): string {
  return (
    `<iframe src="${escapeHtml(url)}" title="${escapeHtml(title)}" width="640" height="360"` +
    ' style="border:0;max-width:100%;height:auto;aspect-ratio:16/9"' +
    ' allow="autoplay; fullscreen; picture-in-picture" allowfullscreen></iframe>'
  )
}
