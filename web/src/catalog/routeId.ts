/** The numeric id of an address (`/watch/12`); null for anything else. */
export function idFrom({ id }: { id?: string }): number | null {
  return id && /^[1-9]\d{0,9}$/.test(id) ? Number(id) : null
}
