import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { type Filters, NO_FILTERS, parseFilters, withFilters } from '../../filters'

/** Return the filters in the URL, and functions that change them without a new history entry. */
export function useFilters() {
  const [search, setSearch] = useSearchParams()
  const filters = useMemo(() => parseFilters(search), [search])
  const change = useCallback(
    (changes: Partial<Filters>) => setSearch(current => withFilters(current, changes), { replace: true }),
    [setSearch],
  )
  const clear = useCallback(() => change(NO_FILTERS), [change])
  return { filters, change, clear }
}
