import { useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { participantsBySide } from '@/shared/participantsBySide'
import { type EventItem, isOnAir, type Participant, shownScore } from '../../model'
import type { ShownScore } from '../../stores/TimelineStore'
import { useScoreTexts } from '../timeline/useScoreTexts'
import { RevealScoreButton } from './RevealScoreButton'
import { useEventTexts } from './useEventTexts'
import { useIsScoreHidden, useSpoilerFree } from './useSpoilerFree'
import './ScoreStrip.css'

/** The score below the player, with both teams' crests. A hidden score is replaced by a button that reveals it. */
export const ScoreStrip = observer(function ScoreStrip({
  event: original,
  shown = null,
}: {
  event: EventItem
  /** The score at the viewer's playhead, if the event has a timeline. */
  shown?: ShownScore | null
}) {
  const { t } = useLingui()
  const texts = useEventTexts()
  const scoreTexts = useScoreTexts()
  const isHidden = useIsScoreHidden()(original) && shown === null
  const event = useSpoilerFree()(original)
  const sides = participantsBySide(event)
  const score = shownScore(event)
  const live = isOnAir(event)
  if (!sides || !(score || shown || isHidden)) return null
  if (isHidden) {
    return (
      <div className="score-strip">
        <TeamScore team={sides.away} />
        <RevealScoreButton event={event} strip />
        <TeamScore team={sides.home} isHome />
      </div>
    )
  }
  if (shown) return <Strip sides={sides} score={shown} clock={scoreTexts.clock(shown)} note={null} />
  if (!score) return null
  const clock = live
    ? (score.note ?? (event.live_state === 'interrupted' ? t`Interrupted` : t`Live`))
    : texts.result(t`Final`, score)
  const winner = score.winner && sides[score.winner].short_name
  // Some notes repeat how the game ended, such as `OT`.
  const ownNote = score.note === score.ending_note ? null : score.note
  const note = live ? null : winner ? t`Winner: ${winner}` : ownNote
  return <Strip sides={sides} score={score} clock={clock} note={note} />
})

interface StripProps {
  sides: { away: Participant; home: Participant }
  score: { away: number; home: number }
  clock: string
  note: string | null
}

function Strip({ sides, score, clock, note }: StripProps) {
  const { t } = useLingui()
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
}

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
