import { useSpoilers } from '@/shared/spoilers'
import { type EventItem, MEDIA, sidesOf } from '../model'

/**
 * Games as this viewer may see them: where the spoiler shield hides one, it has no score, no text of how it
 * went and no picture of what happened. For use in an observer.
 */
export function useSeen(): (event: EventItem) => EventItem {
  const spoilers = useSpoilers()
  return event => (hides(event) && spoilers.hidden(event.id) ? unspoilt(event) : event)
}

/** Whether there is an outcome that the shield keeps from this viewer. */
export function useIsHidden(): (event: EventItem) => boolean {
  const spoilers = useSpoilers()
  return event => event.score !== null && hides(event) && spoilers.hidden(event.id)
}

/** Nothing has happened before a game begins. */
const hides = ({ stream_status }: EventItem) => stream_status !== 'upcoming'

function unspoilt(event: EventItem): EventItem {
  const drawn = sidesOf(event) !== null
  return {
    ...event,
    score: null,
    description: undefined,
    images: drawn ? { card: null, poster: null } : event.images,
    media: event.media.filter(({ type }) => type !== MEDIA.thumbnails && !(drawn && type === MEDIA.image)),
  }
}
