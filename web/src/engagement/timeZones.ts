/** Return the time zones that this browser supports, including the chosen zone if it is missing. */
export function timeZonesWith(chosen: string): readonly string[] {
  const supported = Intl.supportedValuesOf('timeZone')
  return supported.includes(chosen) ? supported : [chosen, ...supported]
}
