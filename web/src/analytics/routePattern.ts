/** A path segment that cannot be a key: a short word of letters, or a name of such words. */
const PLAIN_SEGMENT =
  /^(?:v\d|[a-z][a-z_]{0,39}|[a-z]{1,20}(?:-(?:[a-z]{1,20}|\d{1,4})){1,5})(?:\.[a-z]{2,5})?$/i

/** Return the route of an address without its query. `:id` replaces numbers, `:key` other non-words. */
export function routePattern(url: string): string {
  return pathname(url)
    .split('/')
    .map(segment =>
      /^\d+$/.test(segment) ? ':id' : segment === '' || PLAIN_SEGMENT.test(segment) ? segment : ':key',
    )
    .join('/')
}

/** Return the path of a page with its IDs and names. `:key` replaces segments that may be keys. */
export function safePath(url: string): string {
  return pathname(url)
    .split('/')
    .map(segment =>
      segment === '' || /^\d{1,12}$/.test(segment) || PLAIN_SEGMENT.test(segment) ? segment : ':key',
    )
    .join('/')
}

function pathname(url: string): string {
  return (url.replace(/^[a-z]+:\/\/[^/]*/i, '').replace(/[?#].*/s, '') || '/').slice(0, 300)
}
