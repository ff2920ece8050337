/** Words of an address: short, of letters alone, or a name out of such words. What else stands there may be a key. */
const PLAIN_SEGMENT =
  /^(?:v\d|[a-z][a-z_]{0,39}|[a-z]{1,20}(?:-(?:[a-z]{1,20}|\d{1,4})){1,5})(?:\.[a-z]{2,5})?$/i

/** An address as reports group it: without query, `:id` for numbers, `:key` for whatever is no plain word. */
export function routePattern(address: string): string {
  return pathname(address)
    .split('/')
    .map(part => (/^\d+$/.test(part) ? ':id' : part === '' || PLAIN_SEGMENT.test(part) ? part : ':key'))
    .join('/')
}

/** The path of a page as it may be told: its numbers and names, and nothing that could be a key. */
export function safePath(address: string): string {
  return pathname(address)
    .split('/')
    .map(part => (part === '' || /^\d{1,12}$/.test(part) || PLAIN_SEGMENT.test(part) ? part : ':key'))
    .join('/')
}

function pathname(address: string): string {
  return (address.replace(/^[a-z]+:\/\/[^/]*/i, '').replace(/[?#].*/s, '') || '/').slice(0, 300)
}
