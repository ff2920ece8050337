/** Delete Google's cookies, also those of earlier pages. */
export function deleteTagCookies(): void {
  if (typeof document === 'undefined') return
  for (const name of document.cookie.split('; ').map(cookie => cookie.split('=')[0] ?? '')) {
    if (!name.startsWith('_ga')) continue
    for (const domain of cookieDomains(location.hostname)) {
      // biome-ignore lint/suspicious/noDocumentCookie: not every browser has the Cookie Store API.
      document.cookie = `${name}=; Max-Age=0; Path=/${domain}`
    }
  }
}

/** Return the domain attributes to try. Google sets its cookies for the widest domain that it can. */
function cookieDomains(host: string): string[] {
  const parts = host.split('.')
  return ['', ...parts.slice(0, -1).map((_, index) => `; Domain=.${parts.slice(index).join('.')}`)]
}
