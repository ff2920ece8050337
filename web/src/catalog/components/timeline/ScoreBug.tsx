import { observer } from 'mobx-react-lite'
import { createPortal } from 'react-dom'
import { participantsBySide } from '@/shared/participantsBySide'
import type { EventItem } from '../../model'
import type { ShownScore } from '../../stores/TimelineStore'
import { teamColors } from '../event/teamColors'
import { useScoreTexts } from './useScoreTexts'
import './ScoreBug.css'

interface Props {
  event: EventItem
  score: ShownScore
  /** The element of the player that fills the screen. */
  frame: HTMLElement
}

/** The score over the picture. It shows in full screen, where the strip below the player is out of sight. */
export function ScoreBug({ event, score, frame }: Props) {
  return createPortal(<ScoreBoard event={event} score={score} />, frame)
}

/** The teams, the score and the clock. Screen readers skip it: the same score is a text elsewhere. */
export const ScoreBoard = observer(function ScoreBoard({ event, score }: Omit<Props, 'frame'>) {
  const texts = useScoreTexts()
  const sides = participantsBySide(event)
  if (!sides) return null
  return (
    <div className="score-bug" style={teamColors(event)} aria-hidden="true">
      <span className="score-bug__team score-bug__team--away">
        {sides.away.short_name} <b>{score.away}</b>
      </span>
      <span className="score-bug__team score-bug__team--home">
        {sides.home.short_name} <b>{score.home}</b>
      </span>
      <span className="score-bug__clock">{texts.clock(score)}</span>
    </div>
  )
})
