import { describe, expect, it } from 'vitest'
import { MEDIA } from '@/shared/mediaTypes'
import { keyMoment, sampleTimeline, snapshot } from './fakes'
import { summarizedMedia, summaryKinds } from './summary'

const AT = 1_000_000
const clock = { shown_ms: 0, since_ms: AT, is_running: true }
const moments = [keyMoment(AT), keyMoment(AT + 1000)]
const live = { stream_status: 'live' } as const
const finished = { stream_status: 'finished' } as const

describe('the summaries of a game', () => {
  it('need two moments', () => {
    expect(summaryKinds(sampleTimeline({ moments: moments.slice(1), snapshots: [] }), finished)).toEqual([])
    expect(summaryKinds(sampleTimeline({ moments, snapshots: [] }), finished)).toEqual(['moments'])
    const starts = moments.map(moment => ({ ...moment, kind: 'period_start' as const }))
    expect(summaryKinds(sampleTimeline({ moments: starts, snapshots: [] }), finished)).toEqual([])
  })

  it('have a condensed game after the end, if the clock ran', () => {
    const stopped = snapshot(AT, [0, 0])
    const running = { ...stopped, phase: 'period' as const, clock }
    const timeline = sampleTimeline({ moments, snapshots: [running], clock_direction: 'down' })
    expect(summaryKinds(timeline, finished)).toEqual(['moments', 'condensed'])
    expect(summaryKinds(timeline, live)).toEqual(['moments'])
    const never = { ...timeline, snapshots: [{ ...running, clock: { ...clock, is_running: false } }] }
    expect(summaryKinds(never, finished)).toEqual(['moments'])
  })

  it('of a sport without a clock have its periods', () => {
    const period = { ...snapshot(AT, [0, 0]), phase: 'period' as const, clock: null }
    const timeline = sampleTimeline({ moments, snapshots: [period], clock_direction: 'none' })
    expect(summaryKinds(timeline, finished)).toEqual(['moments', 'condensed'])
  })

  it('are made of the video of this site that the viewer may play', () => {
    const row = {
      id: 1,
      type: MEDIA.vod,
      url: '/media/token/master.m3u8',
      expires_at: '2026-11-30T12:00:00Z',
    }
    const stream = { ...row, id: 2, type: MEDIA.live }
    expect(summarizedMedia({ ...finished, media: [stream, row] })).toBe(row)
    expect(summarizedMedia({ ...live, media: [row, stream] })).toBe(stream)
    expect(summarizedMedia({ ...finished, media: [{ ...row, url: null }] })).toBe(null)
    expect(summarizedMedia({ ...finished, media: [{ ...row, expires_at: null }] })).toBe(null)
  })
})
