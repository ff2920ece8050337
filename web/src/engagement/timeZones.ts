/** The time zones that this browser knows, and the one that is chosen. */
export function timeZonesWith(chosen: string): readonly string[] {
  const known = Intl.supportedValuesOf('timeZone')
  return known.includes(chosen) ? known : [chosen, ...known]
}
