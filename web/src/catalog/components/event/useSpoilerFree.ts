import { useSpoilers } from '@/shared/contexts/spoilers'
import { MEDIA } from '@/shared/mediaTypes'
import { participantsBySide } from '@/shared/participantsBySide'
import { useCatalog } from '../../context'
import type { EventItem } from '../../model'

/**
 * Return a function that removes the spoilers of a game whose score is hidden from this viewer.
 *
 * Such a game has no score, no description and no images of its play. Other games get their current score, except
 * for viewers who hide scores: the answer with all current scores would tell them the others. Use the hook in an
 * observer.
 */
export function useSpoilerFree(): (event: EventItem) => EventItem {
  const spoilers = useSpoilers()
  const { liveScores, revealedScores } = useCatalog()
  return event => {
    if (hasOutcome(event) && spoilers.isHidden(event.id)) return withoutSpoilers(event)
    if (!spoilers.isEnabled) return liveScores.withScore(event)
    return liveScores.withWatchedScore(revealedScores.withOutcome(event))
  }
}

/** Return a function that tests if a game has a score that is hidden from this viewer. Use it in an observer. */
export function useIsScoreHidden(): (event: EventItem) => boolean {
  const spoilers = useSpoilers()
  return event =>
    (event.score !== null || event.is_score_hidden) && hasOutcome(event) && spoilers.isHidden(event.id)
}

/** Return whether a game has an outcome. An upcoming game has one only if a team forfeited it. */
const hasOutcome = ({ stream_status, score, is_score_hidden }: EventItem) =>
  stream_status !== 'upcoming' || score !== null || is_score_hidden

function withoutSpoilers(event: EventItem): EventItem {
  const hasMatchup = participantsBySide(event) !== null
  return {
    ...event,
    score: null,
    description: undefined,
    images: hasMatchup ? { card: null, poster: null, tall: null } : event.images,
    media: event.media.filter(
      ({ type }) => type !== MEDIA.thumbnails && !(hasMatchup && type === MEDIA.image),
    ),
  }
}
