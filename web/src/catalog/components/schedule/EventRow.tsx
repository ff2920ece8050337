import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { Link } from 'react-router'
import { Slot } from '@/shared/contexts/slots'
import { participantsBySide } from '@/shared/participantsBySide'
import { Badge } from '@/shared/ui/Badge'
import { cx } from '@/shared/ui/cx'
import { Icon } from '@/shared/ui/Icon'
import { type EventItem, isDecided, isOnAir, type Participant, shownScore, takesPlace } from '../../model'
import { AccessBadge, ScheduleBadge } from '../event/EventBadges'
import { LiveBadge } from '../event/LiveBadge'
import { RevealScoreButton } from '../event/RevealScoreButton'
import { useEventTexts } from '../event/useEventTexts'
import { useLongEventTexts } from '../event/useLongEventTexts'
import { useIsScoreHidden, useSpoilerFree } from '../event/useSpoilerFree'
import './EventRow.css'

/** A game as a row of the schedule: time, teams with scores, kind, place and state. The row is one link. */
export const EventRow = observer(function EventRow({ event: original }: { event: EventItem }) {
  const texts = useEventTexts()
  const longTexts = useLongEventTexts()
  const event = useSpoilerFree()(original)
  const isHidden = useIsScoreHidden()(original)
  const live = isOnAir(event)
  const note = event.score?.note
  return (
    <article className="row">
      <p className="row__time">
        {live && note ? note : texts.clock(event)}
        <small>{live && note ? texts.clock(event) : longTexts.zone(event)}</small>
      </p>
      <RowTeams event={event} />
      <p className="row__place">
        {texts.kind(event)}
        <br />
        {texts.place(event)}
      </p>
      <div className="row__end">
        {isHidden ? <RevealScoreButton event={event} /> : null}
        <RowState event={event} />
        {event.stream_status === 'upcoming' ? <Slot name="rowAction" slotProps={{ event }} /> : null}
      </div>
      <h3 className="row__heading">
        <Link className="row__link" to={`/watch/${event.id}`}>
          <span className="sr-only">{texts.name(event)}</span>
        </Link>
      </h3>
    </article>
  )
})

function RowTeams({ event }: { event: EventItem }) {
  const sides = participantsBySide(event)
  if (!sides) return <p className="row__teams row__team">{event.name}</p>
  const score = shownScore(event)
  const leader = isDecided(event) ? score?.leader : null
  return (
    <div className="row__teams" aria-hidden="true">
      <RowTeam team={sides.away} score={score?.away} isLoser={leader === 'home'} />
      <RowTeam team={sides.home} score={score?.home} isLoser={leader === 'away'} />
    </div>
  )
}

function RowTeam({ team, score, isLoser }: { team: Participant; score?: number; isLoser: boolean }) {
  return (
    <div className={cx('row__team', isLoser && 'is-loser')}>
      {team.images.logo ? (
        <img src={team.images.logo} alt="" width="200" height="200" loading="lazy" />
      ) : null}
      <span>{team.name}</span>
      {score === undefined ? null : <b>{score}</b>}
    </div>
  )
}

/** The badges and the play button of a row. The button is only drawn, because the row is the link. */
function RowState({ event }: { event: EventItem }) {
  const { t } = useLingui()
  const texts = useEventTexts()
  const live = isOnAir(event)
  if (!takesPlace(event)) return <ScheduleBadge event={event} />
  const isPlayable = event.has_access && (live || event.stream_status === 'finished')
  return (
    <>
      {isDecided(event) ? null : <LiveBadge event={event} />}
      {event.stream_status === 'upcoming' ? <ScheduleBadge event={event} /> : null}
      {isDecided(event) ? <Badge tone="plain">{texts.result(t`FINAL`, event.score)}</Badge> : null}
      <AccessBadge event={event} plain />
      {isPlayable ? (
        <span className={cx('btn', 'btn--s', 'btn--primary')} aria-hidden="true">
          <Icon name="play" size="s" />
          {live ? <Trans>Watch</Trans> : <Trans>Replay</Trans>}
        </span>
      ) : null}
    </>
  )
}
