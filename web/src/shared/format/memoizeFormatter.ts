/** Formatters that are built once: that costs eighty times what writing with one does, and a page writes hundreds of times. */
export function memoizeFormatter<Options, Formatter>(build: (locale: string, options: Options) => Formatter) {
  const formatters = new Map<string, Formatter>()
  return (locale: string, options: Options): Formatter => {
    const key = locale + JSON.stringify(options)
    const formatter = formatters.get(key) ?? build(locale, options)
    formatters.set(key, formatter)
    return formatter
  }
}
