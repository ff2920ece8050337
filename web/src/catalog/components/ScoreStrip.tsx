import { useLingui } from '@lingui/react/macro'
import { type EventItem, type Participant, sidesOf } from '../model'

/** The score under the player, with both teams' crests and colours. */
export function ScoreStrip({ event }: { event: EventItem }) {
  const { t } = useLingui()
  const sides = sidesOf(event)
  const { score } = event
  if (!sides || !score || event.stream_status === 'upcoming') return null
  const live = event.stream_status === 'live'
  const state = score.note ?? (live ? t`Live` : t`Final`)
  return (
    <div
      className="scorestrip"
      role="img"
      aria-label={t`${sides.away.name} ${score.away}, ${sides.home.name} ${score.home}, ${state}`}
    >
      <Side team={sides.away} goals={score.away} />
      <div className="scorestrip__clock">
        {score.note && !live ? t`Final` : state}
        {score.note && !live ? <small>{score.note}</small> : null}
      </div>
      <Side team={sides.home} goals={score.home} home />
    </div>
  )
}

function Side({ team, goals, home }: { team: Participant; goals: number; home?: boolean }) {
  return (
    <div className={home ? 'scorestrip__team scorestrip__team--home' : 'scorestrip__team'}>
      {team.images.logo ? <img src={team.images.logo} alt="" width="200" height="200" /> : null}
      <span className="full">{team.name}</span>
      <span className="abbr">{team.short_name}</span>
      <b>{goals}</b>
    </div>
  )
}
