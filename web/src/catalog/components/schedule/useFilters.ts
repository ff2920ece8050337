import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { type Filters, NO_FILTERS, parseFilters, withFilters } from '../../filters'

/** The filters in the address, and the way to change them; the page stays where it is. */
export function useFilters() {
  const [search, setSearch] = useSearchParams()
  const filters = useMemo(() => parseFilters(search), [search])
  const change = useCallback(
    (wanted: Partial<Filters>) => setSearch(now => withFilters(now, wanted), { replace: true }),
    [setSearch],
  )
  const clear = useCallback(() => change(NO_FILTERS), [change])
  return { filters, change, clear }
}
