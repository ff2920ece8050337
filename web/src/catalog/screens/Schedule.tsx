import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { useMediaQuery } from '@/shared/hooks/useMediaQuery'
import { useRepeat } from '@/shared/hooks/useRepeat'
import { useTitle } from '@/shared/hooks/useTitle'
import { useView } from '@/shared/hooks/useView'
import { late } from '@/shared/late'
import { Part as Place } from '@/shared/parts'
import { CardGrid } from '@/shared/ui/Card'
import { More } from '@/shared/ui/More'
import { SkeletonCards } from '@/shared/ui/Skeleton'
import { ErrorState } from '@/shared/ui/states'
import { ActiveFilters } from '../components/ActiveFilters'
import { CalendarMenu } from '../components/CalendarMenu'
import { EventList } from '../components/EventList'
import { FilterBar } from '../components/FilterBar'
import { NoGames } from '../components/NoGames'
import { ScheduleLede } from '../components/ScheduleLede'
import { StaticBand } from '../components/StaticBand'
import { useFilters } from '../components/useFilters'
import { useMore } from '../components/useMore'
import { useCatalog } from '../context'
import { PARTS, type Part } from '../filters'
import { eventsStore } from '../stores/EventsStore'
import '@/shared/ui/WithAside.css'
import '../components/Schedule.css'

const Days = late(() => import('../components/Days').then(({ Days }) => ({ default: Days })))

/** What is live changes while somebody looks at it. */
const LIVE_REFRESH_MS = 30_000

const partAt = (path: string): Part => (path in PARTS ? (path as Part) : '/schedule')

/** `/schedule`, `/live`, `/upcoming`, `/vod`: one list of games in its four parts (§2). */
export default observer(function Schedule() {
  const { t } = useLingui()
  const catalog = useCatalog()
  const { shell } = catalog
  const events = catalog.bring(eventsStore)
  const { games } = events
  const part = partAt(useLocation().pathname)
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
  useTitle(titles[part])
  useEffect(() => void events.load(part, filters), [events, part, filters])
  useRepeat(() => void games.refresh(), part === '/live' ? LIVE_REFRESH_MS : null)

  const { items, total, following } = games
  const next = useMore<HTMLDivElement>(items.length, () => games.more())
  const listed = (
    <>
      {items.length > 0 ? <EventList events={items} view={view} busy={games.busy} /> : null}
      {games.busy && !games.loaded ? <CardGrid busy>{SkeletonCards({ count: 8 })}</CardGrid> : null}
      {games.error ? (
        <ErrorState
          title={t`The schedule did not load`}
          onRetry={() => void games.refresh()}
          busy={games.busy}
        />
      ) : null}
      {games.loaded && total === 0 && !games.busy && !games.error ? (
        <NoGames part={part} filters={filters} onClear={clear} />
      ) : null}
      {following.error ? (
        <ErrorState title={t`More games did not load`} onRetry={next.more} />
      ) : (
        <More shown={items.length} total={total} busy={following.busy} onMore={next.more} />
      )}
    </>
  )
  return (
    <div className="page">
      <div className="page-head schedule__head">
        <h1 className="display h1" tabIndex={-1}>
          {titles[part]}
        </h1>
        <ScheduleLede part={part} total={games.loaded ? total : null} />
        <div className="schedule__tools">
          {part === '/vod' ? null : <CalendarMenu filters={filters} size="s" />}
          <Place name="listTools" facts={{}} />
        </div>
      </div>
      <FilterBar
        part={part}
        filters={filters}
        total={total}
        view={view}
        onChange={change}
        onClear={clear}
        onView={setView}
      />
      <ActiveFilters filters={filters} onChange={change} onClear={clear} />
      <p className="sr-only" role="status">
        {games.loaded ? <Trans>Games in the list: {total}</Trans> : null}
      </p>
      <div className="with-aside">
        <div className="schedule__list" ref={next.list}>
          {listed}
        </div>
        {roomForCalendar ? (
          <aside className="aside-wide stack" aria-label={t`Days`}>
            <Days filters={filters} onChange={change} />
          </aside>
        ) : null}
      </div>
      <StaticBand name="schedule" />
    </div>
  )
})
