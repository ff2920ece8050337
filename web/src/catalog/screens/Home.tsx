import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import { Slot } from '@/shared/contexts/slots'
import { useDocumentTitle } from '@/shared/hooks/useDocumentTitle'
import { lazyComponent } from '@/shared/loading/lazyComponent'
import { lazyScreen } from '@/shared/loading/screens'
import { Rail } from '@/shared/ui/Rail'
import { CategoryChips } from '../components/home/CategoryChips'
import { EmptyHome } from '../components/home/EmptyHome'
import { HomeSections } from '../components/home/HomeSections'
import { HomeSlides } from '../components/home/HomeSlides'
import { NoEventsForSubject } from '../components/home/NoEventsForSubject'
import { useHomeEvents } from '../components/home/useHomeEvents'
import { useFilters } from '../components/schedule/useFilters'
import { StandingsLink } from '../components/season/StandingsLink'
import { useCatalog } from '../context'
import { type Filters, isNarrowed } from '../filters'
import { showsEvents, showsLibrary } from '../homeSections'
import { slidesFor } from '../slides'
import '../components/home/Home.css'

const ContentRail = lazyComponent(() => import('../components/home/ContentRail'), {
  fallback: ({ title }) => <Rail title={title} busy />,
})
const FilteredHome = lazyScreen(() => import('./FilteredHome'))

/** `/`: the home page of the channel, or of the filters in the URL (§2). */
export default observer(function Home() {
  const { filters, change } = useFilters()
  return isNarrowed(filters) ? <FilteredHome /> : <ChannelHome filters={filters} onChange={change} />
})

interface Props {
  /** Only `category_id` can be set. */
  filters: Filters
  onChange: (change: Partial<Filters>) => void
}

/** Slides, categories and the sections of the channel's `home` setting, in its order. */
const ChannelHome = observer(function ChannelHome({ filters, onChange }: Props) {
  const { home, library, shell } = useCatalog()
  const { settings, slides } = shell.channel
  const hasEvents = showsEvents(settings.home)
  const hasLibrary = showsLibrary(settings.home)
  const categoryId = Number(filters.category_id) || null
  const subject = categoryId ? { type: 'category' as const, id: categoryId } : null
  const { events, reload } = useHomeEvents(filters, hasEvents)
  useDocumentTitle(null)
  useEffect(() => {
    if (!hasLibrary) return
    void home.loadLibrary()
    if (!hasEvents) void library.loadCategories()
  }, [home, library, hasLibrary, hasEvents])

  const rails = hasEvents ? home.eventRails : home.libraryRails
  const hasFailed = rails.error !== null && !rails.value
  const retry = () => {
    reload()
    if (hasLibrary) void home.loadLibrary()
  }

  return (
    <>
      <HomeSlides slides={slidesFor(slides, subject)} events={events} />
      <div className="page">
        <h1 className="sr-only" tabIndex={-1}>
          {settings.name}
        </h1>
        <CategoryChips isForEvents={hasEvents} chosen={categoryId} onChange={onChange} />
        {hasEvents ? (
          <StandingsLink
            className="home__standings"
            category={shell.channel.categories.find(({ id }) => id === categoryId)}
          />
        ) : null}
        {categoryId ? null : <Slot name="homeRails" slotProps={{ Rail: ContentRail }} />}
        {categoryId || hasFailed ? null : <EmptyHome hasEvents={hasEvents} hasLibrary={hasLibrary} />}
        <HomeSections
          names={settings.home}
          filters={filters}
          libraryCategory={hasEvents ? null : categoryId}
          hasFailed={hasFailed}
          onRetry={retry}
        />
        {home.eventRails.value?.length === 0 && categoryId ? <NoEventsForSubject /> : null}
        {categoryId ? null : <Slot name="homeEnd" slotProps={{}} />}
      </div>
    </>
  )
})
