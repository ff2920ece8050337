import { MEDIA } from '@/shared/mediaTypes'
import type { EventItem, Simulation } from './model'

/**
 * The game of a showing as if it were played now: it starts at `startsAt` (milliseconds), and nobody
 * knows yet how it ends.
 */
export function toSimulatedEvent(show: Simulation, startsAt: number, now: number): EventItem {
  const { event, stream } = show
  const over = show.state === 'finished'
  const begun = over || now >= startsAt
  const closed = event.media.filter(({ type }) => type !== MEDIA.live && type !== MEDIA.vod)
  return {
    ...event,
    event_utc_ts: startsAt / 1000,
    stream_status: begun ? show.state : 'upcoming',
    live_state: begun && show.state === 'live' ? 'on_air' : null,
    score: null,
    simulation: null,
    media: begun && !over && stream ? [...closed, stream] : closed,
  }
}
