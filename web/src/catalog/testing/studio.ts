import type { StudioEvent } from '../scheduleApi'

/** Return an upcoming game of the schedule that lacks a stream. Tests change the fields that they need. */
export const aStudioEvent = (changes: Partial<StudioEvent> = {}): StudioEvent => ({
  id: 7,
  key: 'final',
  name: 'Hawks @ Otters',
  category: 'Boys hockey',
  category_id: 1,
  location: 'Rink',
  teams: ['Hawks', 'Otters'],
  is_neutral_site: false,
  score: null,
  starts_at: '2026-11-28T00:00:00Z',
  is_time_known: true,
  time_zone: 'America/Chicago',
  status: 'upcoming',
  is_rescheduled: false,
  visibility: 'public',
  pass_type: 'ppv',
  price: '8.90',
  has_stream: false,
  is_stream_used: false,
  is_external: false,
  has_picture: false,
  has_recording: false,
  missing: 'stream',
  ...changes,
})
