import { useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useDeferredValue, useEffect } from 'react'
import { Slot } from '@/shared/contexts/slots'
import { warmUpFormatters } from '@/shared/format/dates'
import { useDocumentTitle } from '@/shared/hooks/useDocumentTitle'
import { lazyComponent } from '@/shared/loading/lazyComponent'
import { Rail } from '@/shared/ui/Rail'
import { ErrorState } from '@/shared/ui/states'
import { CategoryChips } from '../components/home/CategoryChips'
import { EmptyHome } from '../components/home/EmptyHome'
import { HomeHeader, useHomeTitle } from '../components/home/HomeHeader'
import { HomeSection } from '../components/home/HomeSection'
import { HomeSlides } from '../components/home/HomeSlides'
import { NoEventsForSubject } from '../components/home/NoEventsForSubject'
import { toSlideSubject, useHomeSubject } from '../components/home/useHomeSubject'
import { ActiveFilters } from '../components/schedule/ActiveFilters'
import { useFilters } from '../components/schedule/useFilters'
import { useCatalog } from '../context'
import { filteredPath, isNarrowed, NO_FILTERS } from '../filters'
import { showsEvents, showsLibrary } from '../homeSections'
import { slidesFor } from '../slides'
import '../components/home/Home.css'

const ContentRail = lazyComponent(() => import('../components/home/ContentRail'), {
  fallback: ({ title }) => <Rail title={title} busy />,
})

/** With the slides above them, more than a window holds. */
const ABOVE_FOLD_SECTIONS = 2

/** What the head of the page says already. */
const HEADER_FILTERS = ['school', 'team', 'participant_id'] as const

/**
 * `/`: slides, categories, and the sections that the channel's `home` setting names, in its order.
 *
 * Every filter in the address narrows it (§2); a school's or a team's is a page of its own.
 */
export default observer(function Home() {
  const { t } = useLingui()
  const { home, library, shell } = useCatalog()
  const { settings, slides } = shell.channel
  const { filters, change } = useFilters()
  const narrowed = isNarrowed(filters)
  const wantsGames = narrowed || showsEvents(settings.home)
  const hasLibrary = showsLibrary(settings.home)
  const focus = useHomeSubject(filters)
  const title = useHomeTitle(filters, focus)
  const path = filteredPath('/', filters)
  useDocumentTitle(narrowed ? title : null)

  // The address as a text: what stands in it beside the filters asks for nothing.
  useEffect(() => {
    if (!wantsGames) return
    void home.loadEvents(filters)
    warmUpFormatters()
  }, [home, wantsGames, path])
  useEffect(() => {
    if (!hasLibrary) return
    void home.loadLibrary()
    if (!wantsGames) void library.loadCategories()
  }, [home, library, hasLibrary, wantsGames])

  const clear = () => {
    const { school, team, participant_id } = filters
    change({ ...NO_FILTERS, school, team, participant_id })
  }
  const retry = () => {
    if (wantsGames) void home.loadEvents(filters)
    if (hasLibrary) void home.loadLibrary()
  }
  const failed = wantsGames
    ? home.eventRails.error && !home.eventRails.value
    : home.libraryRails.error && !home.libraryRails.value
  const events = (useDeferredValue(home.eventRails.value) ?? []).flatMap(rail => rail.events)
  const categoryId = Number(filters.category_id) || null
  const sections = narrowed ? ['live', 'upcoming', 'finished'] : settings.home

  return (
    <>
      <HomeSlides slides={slidesFor(slides, toSlideSubject(filters, narrowed, focus))} events={events} />
      <div className="page">
        {narrowed ? (
          <HomeHeader filters={filters} subject={focus} />
        ) : (
          <h1 className="sr-only" tabIndex={-1}>
            {settings.name}
          </h1>
        )}
        {narrowed ? (
          <ActiveFilters
            filters={filters}
            hiddenFilters={HEADER_FILTERS}
            onChange={change}
            onClear={clear}
            className="home__filters"
          />
        ) : (
          <CategoryChips isForEvents={wantsGames} chosen={categoryId} onChange={change} />
        )}
        {narrowed || categoryId ? null : <Slot name="homeRails" slotProps={{ Rail: ContentRail }} />}
        {narrowed || categoryId || failed ? null : (
          <EmptyHome hasEvents={wantsGames} hasLibrary={hasLibrary} />
        )}
        {failed ? (
          <ErrorState
            title={t`The home page could not be loaded`}
            onRetry={retry}
            busy={home.eventRails.busy}
          />
        ) : (
          sections.map((name, index) => (
            <HomeSection
              key={name}
              name={name}
              isBelowFold={index >= ABOVE_FOLD_SECTIONS}
              filters={filters}
              libraryCategory={wantsGames ? null : categoryId}
            />
          ))
        )}
        {home.eventRails.value?.length === 0 && (narrowed || categoryId) ? <NoEventsForSubject /> : null}
      </div>
    </>
  )
})
