import { useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { type EventItem, isOnAir, type Participant, shownScore, sidesOf } from '../model'
import { ShowScore } from './ScoreHidden'
import { useIsHidden } from './useSeen'

/** The score under the player, with both teams' crests and colours; where the shield hides it, the way to see it. */
export const ScoreStrip = observer(function ScoreStrip({ event }: { event: EventItem }) {
  const { t } = useLingui()
  const hidden = useIsHidden()(event)
  const sides = sidesOf(event)
  const score = shownScore(event)
  const live = isOnAir(event)
  if (!sides || !score) return null
  if (hidden) {
    return (
      <div className="scorestrip">
        <Side team={sides.away} />
        <ShowScore event={event} strip />
        <Side team={sides.home} home />
      </div>
    )
  }
  const state =
    score.note ?? (live ? (event.live_state === 'interrupted' ? t`Interrupted` : t`Live`) : t`Final`)
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
})

function Side({ team, goals, home }: { team: Participant; goals?: number; home?: boolean }) {
  return (
    <div className={home ? 'scorestrip__team scorestrip__team--home' : 'scorestrip__team'}>
      {team.images.logo ? <img src={team.images.logo} alt="" width="200" height="200" /> : null}
      <span className="full">{team.name}</span>
      <span className="abbr">{team.short_name}</span>
      {goals === undefined ? null : <b>{goals}</b>}
    </div>
  )
}
