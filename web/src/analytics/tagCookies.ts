/** Takes Google's cookies away, also those that an earlier page left. */
export function deleteTagCookies(): void {
  if (typeof document === 'undefined') return
  for (const name of document.cookie.split('; ').map(one => one.split('=')[0] ?? '')) {
    if (!name.startsWith('_ga')) continue
    for (const domain of cookieDomains(location.hostname)) {
      // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is not in every browser.
      document.cookie = `${name}=; Max-Age=0; Path=/${domain}`
    }
  }
}

/** Google sets its cookies for as wide a domain as it may. */
function cookieDomains(host: string): string[] {
  const parts = host.split('.')
  return ['', ...parts.slice(0, -1).map((_, nth) => `; Domain=.${parts.slice(nth).join('.')}`)]
}
