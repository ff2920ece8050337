import { useCallback, useDeferredValue, useEffect } from 'react'
import { warmUpFormatters } from '@/shared/format/dates'
import { useCatalog } from '../../context'
import { type Filters, filteredPath } from '../../filters'

/**
 * Load the events of the home page when the filters change, unless the page shows no events.
 *
 * Return the events of all rails, and a function that loads them again.
 */
export function useHomeEvents(filters: Filters, showsEvents = true) {
  const { home } = useCatalog()
  const rails = useDeferredValue(home.eventRails.value)
  const reload = useCallback(() => {
    if (showsEvents) void home.loadEvents(filters)
    // Other parameters of the URL cause no request, because they are not in the path of the filters.
  }, [home, showsEvents, filteredPath('/', filters)])
  useEffect(() => {
    reload()
    if (showsEvents) warmUpFormatters()
  }, [reload, showsEvents])
  return { events: (rails ?? []).flatMap(rail => rail.events), reload }
}
