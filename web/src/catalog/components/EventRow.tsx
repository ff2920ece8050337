import { Trans } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { Link } from 'react-router'
import { Part } from '@/shared/parts'
import { Badge } from '@/shared/ui/Badge'
import { cx } from '@/shared/ui/cx'
import { Icon } from '@/shared/ui/Icon'
import { type EventItem, isOnAir, type Participant, shownScore, sidesOf, takesPlace } from '../model'
import { AccessBadge, ScheduleBadge } from './EventBadges'
import { LiveBadge } from './LiveBadge'
import { useLongTexts } from './longTexts'
import { ShowScore } from './ScoreHidden'
import { useEventTexts } from './texts'
import { useIsHidden, useSeen } from './useSeen'
import './Row.css'

/** A game as a row of the schedule: time, teams with scores, kind and place, state. One link. */
export const EventRow = observer(function EventRow({ event: given }: { event: EventItem }) {
  const texts = useEventTexts()
  const long = useLongTexts()
  const event = useSeen()(given)
  const hidden = useIsHidden()(given)
  const live = isOnAir(event)
  const note = event.score?.note
  return (
    <article className="row">
      <p className="row__time">
        {live && note ? note : texts.clock(event)}
        <small>{live && note ? texts.clock(event) : long.zone(event)}</small>
      </p>
      <Teams event={event} />
      <p className="row__place">
        {texts.kind(event)}
        <br />
        {texts.place(event)}
      </p>
      <div className="row__end">
        {hidden ? <ShowScore event={event} /> : null}
        <State event={event} />
        {event.stream_status === 'upcoming' ? <Part name="rowAction" facts={{ event }} /> : null}
      </div>
      <h3 className="row__heading">
        <Link className="row__link" to={`/watch/${event.id}`}>
          <span className="sr-only">{texts.name(event)}</span>
        </Link>
      </h3>
    </article>
  )
})

function Teams({ event }: { event: EventItem }) {
  const sides = sidesOf(event)
  if (!sides) return <p className="row__teams row__team">{event.name}</p>
  const score = shownScore(event)
  const over = event.stream_status === 'finished' && score !== null
  return (
    <div className="row__teams" aria-hidden="true">
      <Team team={sides.away} score={score?.away} lost={over && score.away < score.home} />
      <Team team={sides.home} score={score?.home} lost={over && score.home < score.away} />
    </div>
  )
}

function Team({ team, score, lost }: { team: Participant; score?: number; lost: boolean }) {
  return (
    <div className={cx('row__team', lost && 'is-lost')}>
      {team.images.logo ? (
        <img src={team.images.logo} alt="" width="200" height="200" loading="lazy" />
      ) : null}
      <span>{team.name}</span>
      {score === undefined ? null : <b>{score}</b>}
    </div>
  )
}

/** What the row leads to, drawn as its button; the row itself is the link. */
function State({ event }: { event: EventItem }) {
  const live = isOnAir(event)
  if (!takesPlace(event)) return <ScheduleBadge event={event} />
  const plays = event.has_access && (live || event.stream_status === 'finished')
  return (
    <>
      <LiveBadge event={event} />
      {event.stream_status === 'upcoming' ? <ScheduleBadge event={event} /> : null}
      {event.stream_status === 'finished' ? (
        <Badge tone="plain">
          <Trans>FINAL</Trans>
        </Badge>
      ) : null}
      <AccessBadge event={event} plain />
      {plays ? (
        <span className={cx('btn', 'btn--s', 'btn--primary')} aria-hidden="true">
          <Icon name="play" size="s" />
          {live ? <Trans>Watch</Trans> : <Trans>Replay</Trans>}
        </span>
      ) : null}
    </>
  )
}
