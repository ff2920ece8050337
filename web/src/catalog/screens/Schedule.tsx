import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { Slot } from '@/shared/contexts/slots'
import { hasEvents } from '@/shared/hasEvents'
import { useDocumentTitle } from '@/shared/hooks/useDocumentTitle'
import { useInterval } from '@/shared/hooks/useInterval'
import { useMediaQuery } from '@/shared/hooks/useMediaQuery'
import { useView } from '@/shared/hooks/useView'
import { lazyComponent } from '@/shared/loading/lazyComponent'
import { LinkButton } from '@/shared/ui/Button'
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
import { NothingScheduled } from '../components/schedule/NothingScheduled'
import { ScheduleIntro } from '../components/schedule/ScheduleIntro'
import { useFilters } from '../components/schedule/useFilters'
import { useLoadMore } from '../components/useLoadMore'
import { useCatalog } from '../context'
import { SCHEDULE_SECTIONS, type ScheduleSection } from '../filters'
import { multiViewPath } from '../multiview/selection'
import { eventsStore } from '../stores/EventsStore'
import '@/shared/ui/WithAside.css'
import '../components/schedule/Schedule.css'

const DateFilter = lazyComponent(() =>
  import('../components/schedule/DateFilter').then(({ DateFilter: Component }) => ({ default: Component })),
)

/** Refresh interval of the live list, which changes while it is visible. */
const LIVE_REFRESH_MS = 30_000

const sectionAt = (path: string): ScheduleSection =>
  path in SCHEDULE_SECTIONS ? (path as ScheduleSection) : '/schedule'

/** The screens `/schedule`, `/live`, `/upcoming` and `/vod`: four sections of one list of events (§2). */
export default observer(function Schedule() {
  return hasEvents(useCatalog().shell.channel) ? <EventSchedule /> : <NothingScheduled />
})

const EventSchedule = observer(function EventSchedule() {
  const { t } = useLingui()
  const catalog = useCatalog()
  const { shell } = catalog
  const events = catalog.resolve(eventsStore)
  const { events: list } = events
  const section = sectionAt(useLocation().pathname)
  const { filters, change, clear } = useFilters()
  const [view, setView] = useView(shell.storage, 'events', shell.channel.settings.default_view)
  const hasRoomForCalendar = useMediaQuery('(min-width: 1200px)')
  const { channel } = shell
  const titles = {
    '/schedule': channel.text('schedule_title') ?? t`Schedule`,
    '/live': channel.text('live_title') ?? t`Live now`,
    '/upcoming': channel.text('upcoming_title') ?? t`Coming up`,
    '/vod': channel.text('finished_title') ?? t`Replays`,
  }
  useDocumentTitle(titles[section])
  useEffect(() => void events.load(section, filters), [events, section, filters])
  useInterval(() => void list.refresh(), section === '/live' ? LIVE_REFRESH_MS : null)

  const { items, total, nextPage } = list
  const loadMore = useLoadMore<HTMLDivElement>(items.length, () => list.loadMore())
  const eventList = (
    <>
      {items.length > 0 ? <EventList events={items} view={view} busy={list.isBusy} /> : null}
      {list.isBusy && !list.isLoaded ? (
        <div className="events-grid">
          <CardGrid busy>{SkeletonCards({ count: 8 })}</CardGrid>
        </div>
      ) : null}
      {list.error ? (
        <ErrorState
          title={t`The schedule could not be loaded`}
          onRetry={() => void list.refresh()}
          busy={list.isBusy}
        />
      ) : null}
      {list.isLoaded && total === 0 && !list.isBusy && !list.error ? (
        <NoEvents section={section} filters={filters} onClear={clear} />
      ) : null}
      {nextPage.error ? (
        <ErrorState title={t`More games could not be loaded`} onRetry={loadMore.more} />
      ) : (
        <LoadMore shown={items.length} total={total} busy={nextPage.isBusy} onLoadMore={loadMore.more} />
      )}
    </>
  )
  return (
    <div className="page">
      <div className="page-head schedule__head">
        <h1 className="display h1" tabIndex={-1}>
          {titles[section]}
        </h1>
        <ScheduleIntro section={section} total={list.isLoaded ? total : null} />
        <div className="schedule__tools">
          {section === '/live' && total > 1 ? (
            <LinkButton size="s" icon="grid" to={multiViewPath([])}>
              <Trans>Watch several games</Trans>
            </LinkButton>
          ) : null}
          {section === '/vod' ? null : <CalendarMenu filters={filters} size="s" />}
          <Slot name="listTools" slotProps={{}} />
        </div>
      </div>
      <FilterBar
        section={section}
        filters={filters}
        total={total}
        view={view}
        onChange={change}
        onClear={clear}
        onViewChange={setView}
      />
      <ActiveFilters
        filters={filters}
        onChange={change}
        onClear={clear}
        className="schedule__active-filters"
      />
      <p className="sr-only" role="status">
        {list.isLoaded ? <Trans>Games listed: {total}</Trans> : null}
      </p>
      <div className="with-aside">
        <div className="schedule__list" ref={loadMore.list}>
          {eventList}
        </div>
        {hasRoomForCalendar ? (
          <aside className="aside-wide stack" aria-label={t`Dates`}>
            <DateFilter filters={filters} onChange={change} />
          </aside>
        ) : null}
      </div>
      <StaticBand name="schedule" />
    </div>
  )
})
