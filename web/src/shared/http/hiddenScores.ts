/** The query of requests and links without scores. A request with `SHOWN_SCORES` gets them in any case. */
export const HIDDEN_SCORES = { scores: 'hidden' }
export const SHOWN_SCORES = { scores: 'shown' }

const COOKIE = 'touchline_scores'
const COOKIE_SECONDS = 365 * 24 * 3600

/** Return the address of a page whose title, card and data have no scores. */
export function withHiddenScores(url: string): string {
  const address = new URL(url)
  for (const [name, value] of Object.entries(HIDDEN_SCORES)) address.searchParams.set(name, value)
  return address.href
}

/** Tell the server whether pages have scores: it renders their heads before any script runs. */
export function saveScoresCookie(document: Document, hidesScores: boolean): void {
  const isSet = document.cookie.split('; ').includes(`${COOKIE}=${HIDDEN_SCORES.scores}`)
  if (isSet === hidesScores) return
  const age = hidesScores ? COOKIE_SECONDS : 0
  const secure = document.location.protocol === 'https:' ? '; Secure' : ''
  document.cookie = `${COOKIE}=${HIDDEN_SCORES.scores}; Path=/; Max-Age=${age}; SameSite=Lax${secure}`
}
