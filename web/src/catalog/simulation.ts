import { MEDIA } from '@/shared/mediaTypes'
import type { EventItem, Simulation } from './model'

/**
 * Return the event of a simulation as if it took place now. It starts at `startsAt` (milliseconds) and has no score
 * yet.
 */
export function toSimulatedEvent(simulation: Simulation, startsAt: number, now: number): EventItem {
  const { event, stream } = simulation
  const isOver = simulation.state === 'finished'
  const hasStarted = isOver || now >= startsAt
  const otherMedia = event.media.filter(({ type }) => type !== MEDIA.live && type !== MEDIA.vod)
  return {
    ...event,
    event_utc_ts: startsAt / 1000,
    is_time_known: true,
    stream_status: hasStarted ? simulation.state : 'upcoming',
    live_state: hasStarted && simulation.state === 'live' ? 'on_air' : null,
    score: null,
    simulation: null,
    media: hasStarted && !isOver && stream ? [...otherMedia, stream] : otherMedia,
  }
}
