import { useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { participantsBySide } from '@/shared/participantsBySide'
import { type EventItem, isOnAir, type Participant, shownScore } from '../../model'
import { RevealScoreButton } from './RevealScoreButton'
import { useEventTexts } from './useEventTexts'
import { useIsScoreHidden } from './useSpoilerFree'
import './ScoreStrip.css'

/** The score below the player, with both teams' crests. A hidden score is replaced by a button that reveals it. */
export const ScoreStrip = observer(function ScoreStrip({ event }: { event: EventItem }) {
  const { t } = useLingui()
  const texts = useEventTexts()
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
  const clock = live
    ? (score.note ?? (event.live_state === 'interrupted' ? t`Interrupted` : t`Live`))
    : texts.result(t`Final`, score)
  const winner = score.winner && sides[score.winner].short_name
  // Some notes repeat how the game ended, such as `OT`.
  const ownNote = score.note === score.ending_note ? null : score.note
  const note = live ? null : winner ? t`Winner: ${winner}` : ownNote
  const state = note ? `${clock}, ${note}` : clock
  return (
    <div
      className="score-strip"
      role="img"
      aria-label={t`${sides.away.name} ${score.away}, ${sides.home.name} ${score.home}, ${state}`}
    >
      <TeamScore team={sides.away} score={score.away} />
      <div className="score-strip__clock">
        {clock}
        {note ? <small>{note}</small> : null}
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
