import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { Slot as Place } from '@/shared/contexts/slots'
import { useDocumentTitle } from '@/shared/hooks/useDocumentTitle'
import { useInterval } from '@/shared/hooks/useInterval'
import { useMediaQuery } from '@/shared/hooks/useMediaQuery'
import { useView } from '@/shared/hooks/useView'
import { lazyComponent } from '@/shared/loading/lazyComponent'
import { CardGrid } from '@/shared/ui/Card'
import { LoadMore } from '@/shared/ui/LoadMore'
import { SkeletonCards } from '@/shared/ui/Skeleton'
import { ErrorState } from '@/shared/ui/states'
import { StaticBand } from '../components/home/StaticBand'
import { ActiveFilters } from '../components/schedule/ActiveFilters'
import { CalendarMenu } from '../components/schedule/CalendarMenu'
import { EventList } from '../components/schedule/EventList'
import { FilterBar } from '../components/schedule/FilterBar'
import { NoEvents } from '../components/schedule/NoEvents'
import { ScheduleIntro } from '../components/schedule/ScheduleIntro'
import { useFilters } from '../components/schedule/useFilters'
import { useLoadMore } from '../components/useLoadMore'
import { useCatalog } from '../context'
import { SCHEDULE_SECTIONS, type ScheduleSection } from '../filters'
import { eventsStore } from '../stores/EventsStore'
import '@/shared/ui/WithAside.css'
import '../components/schedule/Schedule.css'

const DateFilter = lazyComponent(() =>
  import('../components/schedule/DateFilter').then(({ DateFilter: Days }) => ({ default: Days })),
)

/** What is live changes while somebody looks at it. */
const LIVE_REFRESH_MS = 30_000

const sectionAt = (path: string): ScheduleSection =>
  path in SCHEDULE_SECTIONS ? (path as ScheduleSection) : '/schedule'

/** `/schedule`, `/live`, `/upcoming`, `/vod`: one list of games in its four parts (§2). */
export default observer(function Schedule() {
  const { t } = useLingui()
  const catalog = useCatalog()
  const { shell } = catalog
  const events = catalog.resolve(eventsStore)
  const { events: games } = events
  const part = sectionAt(useLocation().pathname)
  const { filters, change, clear } = useFilters()
  const [view, setView] = useView(shell.storage, 'events', shell.channel.settings.default_view)
  const roomForCalendar = useMediaQuery('(min-width: 1200px)')
  const { channel } = shell
  const titles = {
    '/schedule': channel.text('schedule_title') ?? t`Schedule`,
    '/live': channel.text('live_title') ?? t`Live now`,
    '/upcoming': channel.text('upcoming_title') ?? t`Coming up`,
    '/vod': channel.text('finished_title') ?? t`Replays`,
  }
  useDocumentTitle(titles[part])
  useEffect(() => void events.load(part, filters), [events, part, filters])
  useInterval(() => void games.refresh(), part === '/live' ? LIVE_REFRESH_MS : null)

  const { items, total, nextPage: following } = games
  const next = useLoadMore<HTMLDivElement>(items.length, () => games.loadMore())
  const listed = (
    <>
      {items.length > 0 ? <EventList events={items} view={view} busy={games.busy} /> : null}
      {games.busy && !games.loaded ? (
        <div className="events-grid">
          <CardGrid busy>{SkeletonCards({ count: 8 })}</CardGrid>
        </div>
      ) : null}
      {games.error ? (
        <ErrorState
          title={t`The schedule could not be loaded`}
          onRetry={() => void games.refresh()}
          busy={games.busy}
        />
      ) : null}
      {games.loaded && total === 0 && !games.busy && !games.error ? (
        <NoEvents section={part} filters={filters} onClear={clear} />
      ) : null}
      {following.error ? (
        <ErrorState title={t`More games could not be loaded`} onRetry={next.more} />
      ) : (
        <LoadMore shown={items.length} total={total} busy={following.busy} onLoadMore={next.more} />
      )}
    </>
  )
  return (
    <div className="page">
      <div className="page-head schedule__head">
        <h1 className="display h1" tabIndex={-1}>
          {titles[part]}
        </h1>
        <ScheduleIntro part={part} total={games.loaded ? total : null} />
        <div className="schedule__tools">
          {part === '/vod' ? null : <CalendarMenu filters={filters} size="s" />}
          <Place name="listTools" slotProps={{}} />
        </div>
      </div>
      <FilterBar
        section={part}
        filters={filters}
        total={total}
        view={view}
        onChange={change}
        onClear={clear}
        onView={setView}
      />
      <ActiveFilters
        filters={filters}
        onChange={change}
        onClear={clear}
        className="schedule__active-filters"
      />
      <p className="sr-only" role="status">
        {games.loaded ? <Trans>Games listed: {total}</Trans> : null}
      </p>
      <div className="with-aside">
        <div className="schedule__list" ref={next.list}>
          {listed}
        </div>
        {roomForCalendar ? (
          <aside className="aside-wide stack" aria-label={t`Dates`}>
            <DateFilter filters={filters} onChange={change} />
          </aside>
        ) : null}
      </div>
      <StaticBand name="schedule" />
    </div>
  )
})
