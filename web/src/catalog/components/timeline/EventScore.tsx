import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import { useCatalog } from '../../context'
import type { EventItem } from '../../model'
import type { TimelineStore } from '../../stores/TimelineStore'
import { ScoreStrip } from '../event/ScoreStrip'
import { ScoreBug } from './ScoreBug'
import { useShownScore } from './useTimeline'

/** The score at the viewer's playhead: below the player, over the picture in full screen, and on the seek bar. */
export const EventScore = observer(function EventScore({
  event,
  store,
}: {
  event: EventItem
  store: TimelineStore
}) {
  const score = useShownScore(event, store)
  const { liveScores } = useCatalog()
  const { isPlayingGame } = store
  const [away, home] = score ? [score.away, score.home] : [null, null]
  useEffect(() => {
    const watched = away === null || home === null ? null : { away, home }
    liveScores.watch(isPlayingGame ? { eventId: event.id, score: watched } : null)
    return () => liveScores.watch(null)
  }, [liveScores, isPlayingGame, event.id, away, home])
  const { markers, player } = store
  useEffect(() => player?.setMarkers(markers), [player, markers])
  // Before the first entry there is no score. The current one would tell how the game goes on.
  if (isPlayingGame && !score) return null
  return (
    <>
      <ScoreStrip event={event} shown={score} />
      {score && player ? <ScoreBug event={event} score={score} frame={player.frame()} /> : null}
    </>
  )
})
