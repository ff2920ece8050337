const NORTH_AMERICAN = /^1?(\d{3})(\d{3})(\d{4})$/

/** A number as it is written where the channels are; the server keeps digits alone, and another land's stay so. */
export function formatPhone(digits: string): string {
  const [, area, exchange, line] = NORTH_AMERICAN.exec(digits) ?? []
  return area ? `${area}\u2011${exchange}\u2011${line}` : digits
}
