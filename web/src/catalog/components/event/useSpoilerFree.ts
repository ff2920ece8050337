import { useSpoilers } from '@/shared/contexts/spoilers'
import { MEDIA } from '@/shared/mediaTypes'
import { participantsBySide } from '@/shared/participantsBySide'
import type { EventItem } from '../../model'

/**
 * Games as this viewer may see them: where the spoiler shield hides one, it has no score, no text of how it
 * went and no picture of what happened. For use in an observer.
 */
export function useSpoilerFree(): (event: EventItem) => EventItem {
  const spoilers = useSpoilers()
  return event => (hasOutcome(event) && spoilers.isHidden(event.id) ? withoutSpoilers(event) : event)
}

/** Whether there is an outcome that the shield keeps from this viewer. */
export function useIsScoreHidden(): (event: EventItem) => boolean {
  const spoilers = useSpoilers()
  return event => event.score !== null && hasOutcome(event) && spoilers.isHidden(event.id)
}

/** Nothing has happened before a game begins. */
const hasOutcome = ({ stream_status }: EventItem) => stream_status !== 'upcoming'

function withoutSpoilers(event: EventItem): EventItem {
  const drawn = participantsBySide(event) !== null
  return {
    ...event,
    score: null,
    description: undefined,
    images: drawn ? { card: null, poster: null } : event.images,
    media: event.media.filter(({ type }) => type !== MEDIA.thumbnails && !(drawn && type === MEDIA.image)),
  }
}
