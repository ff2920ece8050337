import { MEDIA } from '@/shared/mediaTypes'
import type { EventItem, MediaRow } from './model'
import type { Timeline } from './timeline'

/** What a summary shows: the key moments in about a minute, or the time in which the clock ran. */
export type SummaryKind = 'moments' | 'condensed'

/** A range without a cut, in milliseconds: where it plays in the summary, and when it was live (since 1970). */
export interface SummaryRange {
  start_ms: number
  end_ms: number
  at_ms: number
  until_ms: number
}

/** A summary of an event: a playlist of ranges over the segments of its video. */
export interface Summary {
  kind: SummaryKind
  /** The HLS master playlist, signed for this session. */
  url: string
  expires_at: string
  duration_ms: number
  ranges: SummaryRange[]
}

/** A summary of fewer moments would be shorter than the wait for it. */
const MIN_MOMENTS = 2
const SHOWN_KINDS = ['score', 'moment', 'period_end']

/** Return the video of this site that plays now, or null. A player of another site has no summary. */
export function summarizedMedia(event: Pick<EventItem, 'media' | 'stream_status'>): MediaRow | null {
  const type = event.stream_status === 'live' ? MEDIA.live : MEDIA.vod
  return event.media.find(row => row.type === type && row.url && row.expires_at) ?? null
}

/** Return which summaries a timeline has enough for. A condensed game is that of a finished one. */
export function summaryKinds(timeline: Timeline, event: Pick<EventItem, 'stream_status'>): SummaryKind[] {
  const moments = timeline.moments.filter(({ kind }) => SHOWN_KINDS.includes(kind))
  const hasRun = timeline.snapshots.some(
    ({ phase, clock }) => phase === 'period' && (timeline.clock_direction === 'none' || clock?.is_running),
  )
  return [
    ...(moments.length >= MIN_MOMENTS ? (['moments'] as const) : []),
    ...(hasRun && event.stream_status === 'finished' ? (['condensed'] as const) : []),
  ]
}
