// @vitest-environment jsdom
import { describe, expect, it } from 'vitest'
import { HttpError } from '@/shared/http/errors'
import { FakePlayer } from '@/shared/testing/FakePlayer'
import { keyMoment, sampleTimeline, snapshot } from '../fakes'
import type { Timeline } from '../timeline'
import type { TimelineQuery } from '../timelineApi'
import { TimelineStore } from './TimelineStore'

const START = 1_000_000

/** API that returns these timelines, one after the other, and records the queries. */
function fakeApi(...timelines: Timeline[]) {
  const queries: TimelineQuery[] = []
  const answers = [...timelines]
  const api = {
    async timeline(_id: number, query: TimelineQuery) {
      queries.push(query)
      return answers.shift() ?? sampleTimeline({ replaces_from_ms: null })
    },
  }
  return { store: new TimelineStore(api as never), queries }
}

const game = sampleTimeline({
  revision: 3,
  snapshots: [snapshot(START, [0, 0]), snapshot(START + 10_000, [0, 1]), snapshot(START + 30_000, [1, 1])],
  moments: [
    keyMoment(START + 10_000, { side: 'home', is_big: true }),
    keyMoment(START + 30_000, { side: 'away' }),
  ],
})

describe('the timeline of an event', () => {
  it('shows the score of the picture, wherever the viewer is', async () => {
    const { store } = fakeApi(game)
    const player = new FakePlayer(START)
    store.open(7, 'en')
    await store.load(false)
    store.attach(player)
    player.play()
    player.moveTo(12)
    expect(store.scoreAt(store.playheadMs ?? 0)).toMatchObject({ away: 0, home: 1 })
    expect(store.shownMoments.map(({ side }) => side)).toEqual(['home'])
    player.moveTo(31)
    expect(store.scoreAt(store.playheadMs ?? 0)).toMatchObject({ away: 1, home: 1 })
    player.moveTo(2)
    expect(store.shownMoments).toEqual([])
  })

  it('has no playhead while a live stream that nobody played moves to its edge', async () => {
    const { store, queries } = fakeApi(game)
    const player = new FakePlayer(START)
    store.open(7, 'en')
    await store.load(true)
    store.attach(player)
    player.moveTo(31)
    expect(store.playheadMs).toBeNull()
    expect(store.shownMoments).toEqual([])
    await store.load(true)
    expect(queries).toHaveLength(1)
    player.play()
    player.moveTo(32)
    expect(store.playheadMs).toBe(START + 32_000)
  })

  it('uses the wall clock of a recording whose stream has no dates', async () => {
    const { store } = fakeApi({ ...game, recording: [{ position_ms: 0, at_ms: START + 5000 }] })
    const player = new FakePlayer()
    store.open(7, 'en')
    await store.load(false)
    store.attach(player)
    player.moveTo(6)
    expect(store.playheadMs).toBe(START + 11_000)
    expect(store.markers).toEqual([{ seconds: 5, isBig: true }])
  })

  it('sends the token of a private event, and says when the server refuses it', async () => {
    const { store, queries } = fakeApi(game)
    store.open(7, 'en')
    expect(await store.load(false, 'token')).toBe(true)
    expect(queries.map(({ token }) => token)).toEqual(['token'])
    const refuse = async () => {
      throw new HttpError(404, '', '')
    }
    const refused = new TimelineStore({ timeline: refuse } as never)
    refused.open(7, 'en')
    expect([await refused.load(false, 'token'), await refused.load(false)]).toEqual([false, true])
  })

  it('requests only what is new', async () => {
    const delta = sampleTimeline({
      revision: 4,
      replaces_from_ms: START + 40_000,
      snapshots: [snapshot(START + 40_000, [2, 1])],
    })
    const { store, queries } = fakeApi(game, delta)
    store.open(7, 'en')
    await store.load(false)
    await store.load(false)
    expect(queries.map(({ after }) => after)).toEqual([undefined, 3])
    expect(store.timeline?.snapshots).toHaveLength(4)
  })

  it('requests nothing ahead of the playhead of a viewer who hides scores', async () => {
    const { store, queries } = fakeApi(game)
    const player = new FakePlayer(START)
    store.open(7, 'en')
    await store.load(true)
    await store.load(true)
    expect(queries).toEqual([{ language: 'en', token: null, untilMs: 0 }])
    store.attach(player)
    player.play()
    player.moveTo(12)
    await store.load(true)
    const until = queries[1]?.untilMs ?? 0
    expect(until).toBeGreaterThanOrEqual(START + 12_000)
    expect(until).toBeLessThanOrEqual(START + 17_000)
  })

  it('plays a moment from shortly before it', async () => {
    const { store } = fakeApi(game)
    const player = new FakePlayer(START)
    store.open(7, 'en')
    await store.load(false)
    store.attach(player)
    player.moveTo(60)
    store.play(game.moments[1] as never, 8)
    expect([player.position, player.paused]).toEqual([22, false])
  })

  it('shows all moments only on request, and forgets that for the next event', async () => {
    const { store } = fakeApi(game)
    store.open(7, 'en')
    await store.load(false)
    store.toggleAll()
    expect(store.shownMoments).toHaveLength(2)
    store.open(8, 'en')
    expect(store.showsAll).toBe(false)
  })
})
