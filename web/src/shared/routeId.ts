/** Return the numeric id in a URL (`/watch/12`, `?event_id=12`), or null for anything else. */
export function parseRouteId({ id }: { id?: string | null }): number | null {
  return id && /^[1-9]\d{0,9}$/.test(id) ? Number(id) : null
}
