import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router'

/** The filters of a list. Null means no filter. */
export type UrlFilter<Name extends string> = Readonly<Record<Name, string | null>>

/** Return the filters in the address with these names, and a function that changes some of them. */
export function useUrlFilter<Name extends string>(names: readonly Name[]) {
  const [search, setSearch] = useSearchParams()
  const filter = useMemo(
    () => Object.fromEntries(names.map(name => [name, search.get(name) || null])) as UrlFilter<Name>,
    [names, search],
  )
  const change = useCallback(
    (changes: Partial<UrlFilter<Name>>) =>
      setSearch(
        before => {
          const next = new URLSearchParams(before)
          for (const [name, value] of Object.entries(changes)) {
            if (value) next.set(name, String(value))
            else next.delete(name)
          }
          return next
        },
        { replace: true },
      ),
    [setSearch],
  )
  return [filter, change] as const
}
