import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { Link } from 'react-router'
import { serverNow } from '@/shared/clock'
import { useSpoilers } from '@/shared/contexts/spoilers'
import { useCatalog } from '../../context'
import type { EventItem, Participant, RailStatus } from '../../model'
import { computeSeason, coversSeason, formatRecord, type SeasonRecord } from '../../season'
import { LiveBadge } from '../event/LiveBadge'
import { useEventTexts } from '../event/useEventTexts'
import { useSpoilerFree } from '../event/useSpoilerFree'

/** A team's record of the season, and its live or next event. */
export const TeamRecord = observer(function TeamRecord({ team }: { team: Participant | null }) {
  const { home, shell } = useCatalog()
  const { eventRails } = home
  const timeZone = shell.channel.settings.time_zone
  const hideSpoilers = useSpoilerFree()
  // The record contains results, so it is hidden with the spoilers.
  const isShown = !useSpoilers().isEnabled
  const findRail = (status: RailStatus) => eventRails.value?.find(rail => rail.status === status)
  const finished = findRail('finished')
  const now = serverNow()
  const isComplete = finished && coversSeason(finished.events, finished.total, now, timeZone)
  // Only a team from the list of teams has the IDs of the teams that it represents.
  const season =
    isShown && team?.children && isComplete ? computeSeason(team, finished.events, now, timeZone) : null
  const next = [findRail('live'), findRail('due'), findRail('upcoming')].find(Boolean)?.events[0]
  if (!season && !next) return null
  return (
    <dl className="home-header__details">
      {season ? <SeasonSummary season={season} /> : null}
      {next ? <NextEvent event={hideSpoilers(next)} /> : null}
    </dl>
  )
})

function SeasonSummary({ season }: { season: SeasonRecord }) {
  const { t } = useLingui()
  const { won, lost, tied } = season
  const spoken = [
    t`${plural(won, { one: '# win', other: '# wins' })}`,
    t`${plural(lost, { one: '# loss', other: '# losses' })}`,
    tied > 0 ? t`${plural(tied, { one: '# tie', other: '# ties' })}` : null,
  ].filter(Boolean)
  return (
    <div>
      <dt>
        <Trans>Record</Trans>
      </dt>
      <dd className="home-header__record">
        <span aria-hidden="true">{formatRecord(season)}</span>
        <span className="sr-only">{spoken.join(', ')}</span>
      </dd>
    </div>
  )
}

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
