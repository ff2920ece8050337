import { useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { participantsBySide } from '@/shared/participantsBySide'
import { type EventItem, isOnAir, type Participant, shownScore } from '../../model'
import { RevealScoreButton } from './RevealScoreButton'
import { useIsScoreHidden } from './useSpoilerFree'
import './ScoreStrip.css'

/** The score below the player, with both teams' crests. A hidden score is replaced by a button that reveals it. */
export const ScoreStrip = observer(function ScoreStrip({ event }: { event: EventItem }) {
  const { t } = useLingui()
  const isHidden = useIsScoreHidden()(event)
  const sides = participantsBySide(event)
  const score = shownScore(event)
  const live = isOnAir(event)
  if (!sides || !score) return null
  if (isHidden) {
    return (
      <div className="score-strip">
        <TeamScore team={sides.away} />
        <RevealScoreButton event={event} strip />
        <TeamScore team={sides.home} isHome />
      </div>
    )
  }
  const state =
    score.note ?? (live ? (event.live_state === 'interrupted' ? t`Interrupted` : t`Live`) : t`Final`)
  return (
    <div
      className="score-strip"
      role="img"
      aria-label={t`${sides.away.name} ${score.away}, ${sides.home.name} ${score.home}, ${state}`}
    >
      <TeamScore team={sides.away} score={score.away} />
      <div className="score-strip__clock">
        {score.note && !live ? t`Final` : state}
        {score.note && !live ? <small>{score.note}</small> : null}
      </div>
      <TeamScore team={sides.home} score={score.home} isHome />
    </div>
  )
})

function TeamScore({ team, score, isHome }: { team: Participant; score?: number; isHome?: boolean }) {
  return (
    <div className={isHome ? 'score-strip__team score-strip__team--home' : 'score-strip__team'}>
      {team.images.logo ? <img src={team.images.logo} alt="" width="200" height="200" /> : null}
      <span className="full">{team.name}</span>
      <span className="abbr">{team.short_name}</span>
      {score === undefined ? null : <b>{score}</b>}
    </div>
  )
}
