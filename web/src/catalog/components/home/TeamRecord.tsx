import { Trans } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { Link } from 'react-router'
import { useCatalog } from '../../context'
import type { EventItem, RailStatus } from '../../model'
import type { TeamSeason } from '../../seasonApi'
import { LiveBadge } from '../event/LiveBadge'
import { useEventTexts } from '../event/useEventTexts'
import { useSpoilerFree } from '../event/useSpoilerFree'
import { RecordText, StreakText } from '../season/RecordText'

/** A team's record and streak of the season, and its live or next event. A viewer who hides scores has no `season`. */
export const TeamRecord = observer(function TeamRecord({ season }: { season: TeamSeason | null }) {
  const { eventRails } = useCatalog().home
  const hideSpoilers = useSpoilerFree()
  const findRail = (status: RailStatus) => eventRails.value?.find(rail => rail.status === status)
  const next = [findRail('live'), findRail('due'), findRail('upcoming')].find(Boolean)?.events[0]
  const { record, streak } = season ?? {}
  if (!record && !next) return null
  return (
    <dl className="home-header__details">
      {record ? (
        <div>
          <dt>
            <Trans>Record</Trans>
          </dt>
          <dd className="home-header__record">
            <RecordText record={record} />
          </dd>
        </div>
      ) : null}
      {streak ? (
        <div>
          <dt>
            <Trans>Streak</Trans>
          </dt>
          <dd className="home-header__record">
            <StreakText streak={streak} />
          </dd>
        </div>
      ) : null}
      {next ? <NextEvent event={hideSpoilers(next)} /> : null}
    </dl>
  )
})

function NextEvent({ event }: { event: EventItem }) {
  const texts = useEventTexts()
  const live = event.live_state !== null
  return (
    <div className="home-header__next">
      <dt>{live ? <LiveBadge event={event} /> : <Trans>Next game</Trans>}</dt>
      <dd>
        <Link className="home-header__event" to={`/watch/${event.id}`}>
          {event.name}
        </Link>
        <small>
          {[live ? event.score?.note : texts.when(event), texts.kind(event)].filter(Boolean).join(', ')}
        </small>
      </dd>
    </div>
  )
}
