const NORTH_AMERICAN = /^1?(\d{3})(\d{3})(\d{4})$/

/** Format a North American phone number. Other numbers stay plain digits, as the server stores them. */
export function formatPhone(digits: string): string {
  const [, area, exchange, line] = NORTH_AMERICAN.exec(digits) ?? []
  return area ? `${area}\u2011${exchange}\u2011${line}` : digits
}
