import { useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { participantsBySide } from '@/shared/participantsBySide'
import type { EventItem } from '../../model'
import type { TileStore } from '../../stores/multiview/TileStore'
import { ScoreBoard } from '../timeline/ScoreBug'
import { useScoreTexts } from '../timeline/useScoreTexts'
import { useShownScore, useTimelineUpdates } from '../timeline/useTimeline'
import './TileScore.css'

interface Props {
  event: EventItem
  tile: TileStore
}

/** The score of a picture at its own playhead, or the teams while there is none. */
export const TileScore = observer(function TileScore({ event, tile }: Props) {
  const { t } = useLingui()
  const texts = useScoreTexts()
  // The timeline of a recording is complete. The score to show depends on the playhead, never on the current time.
  const timed = tile.isSimulated ? { ...event, live_state: null } : event
  useTimelineUpdates(tile.timeline, timed, () => void tile.refresh())
  const score = useShownScore(timed, tile.timeline)
  const sides = participantsBySide(event)
  if (!sides) return <p className="tile-score">{event.name}</p>
  if (!score) {
    return (
      <p className="tile-score tile-score--names">
        {sides.away.short_name} <span aria-hidden="true">@</span> {sides.home.short_name}
      </p>
    )
  }
  const state = texts.clock(score)
  const label = t`${sides.away.name} ${score.away}, ${sides.home.name} ${score.home}, ${state}`
  return (
    <div className="tile-score" role="img" aria-label={label}>
      <ScoreBoard event={event} score={score} />
    </div>
  )
})
