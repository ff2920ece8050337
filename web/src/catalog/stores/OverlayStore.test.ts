import { describe, expect, it } from 'vitest'
import { HttpError } from '@/shared/http/errors'
import { keyMoment, sampleTimeline, snapshot } from '../fakes'
import type { Overlay } from '../overlay'
import type { Timeline } from '../timeline'
import type { TimelineQuery } from '../timelineApi'
import { OverlayStore } from './OverlayStore'

const NOW = 1_795_300_000_000

/** Return a store whose server answers with these timelines, one after the other, and then with no change. */
function createStore(...answers: (Timeline | Error)[]) {
  let monotonic = 1000
  const queries: TimelineQuery[] = []
  const event: Overlay['event'] = {
    id: 7,
    name: 'Hawks @ Otters',
    starts_at: '2026-11-21T18:00:00Z',
    is_time_known: true,
    time_zone: 'America/Chicago',
    teams: [],
  }
  const api = { overlay: async () => ({ now_ms: NOW + monotonic, event }) }
  const timelines = {
    async timeline(_id: number, query: TimelineQuery) {
      queries.push(query)
      const answer = answers.shift() ?? sampleTimeline({ replaces_from_ms: null, revision: 1 })
      if (answer instanceof Error) throw answer
      return answer
    },
  }
  const store = new OverlayStore(api as never, timelines as never, 7, 'token', 'en', () => monotonic)
  const wait = (ms: number) => {
    monotonic += ms
    store.tick()
  }
  return { store, queries, wait, nowMs: () => NOW + monotonic }
}

const start = NOW - 60_000
const game = (changes: Partial<Timeline> = {}) =>
  sampleTimeline({ revision: 1, snapshots: [snapshot(start, [0, 0])], ...changes })
const goal = (at_ms: number, changes: Partial<Timeline> = {}) =>
  sampleTimeline({
    revision: 2,
    replaces_from_ms: at_ms,
    snapshots: [snapshot(at_ms, [0, 1])],
    moments: [keyMoment(at_ms)],
    ...changes,
  })

describe('the score of an overlay', () => {
  it('follows the server’s clock between two requests', async () => {
    const { store, wait } = createStore(game())
    await store.poll()
    expect(store.score).toMatchObject({ clock: '5:11', board: { points: [0, 0] } })
    wait(10_000)
    expect(store.score?.clock).toBe('5:01')
  })

  it('requests only what is new, with the token', async () => {
    const { store, queries } = createStore(game(), goal(NOW + 900))
    await store.poll()
    await store.poll()
    expect(queries.map(({ token, after }) => [token, after])).toEqual([
      ['token', undefined],
      ['token', 1],
    ])
    expect(store.score?.board.points).toEqual([0, 1])
  })

  it('is hidden before the first period, and a minute after the end', async () => {
    const before = snapshot(start, [0, 0], { phase: 'before' })
    const ended = { phase: 'ended', ending: 'regulation', clock: null } as const
    const { store, wait } = createStore(
      game({ snapshots: [before] }),
      game({ replaces_from_ms: start, revision: 2, snapshots: [snapshot(NOW, [1, 2], ended)] }),
    )
    await store.poll()
    expect(store.isScoreShown).toBe(false)
    await store.poll()
    expect(store.isScoreShown).toBe(true)
    wait(60_000)
    expect(store.isScoreShown).toBe(false)
  })
})

describe('the lower third', () => {
  it('shows a new moment for six seconds, and none from before the page opened', async () => {
    const old = game({ moments: [keyMoment(start)] })
    const { store, wait } = createStore(old, goal(NOW + 900))
    await store.poll()
    expect(store.moment).toBeNull()
    await store.poll()
    expect(store.moment?.name).toBe('Goal')
    wait(5900)
    expect(store.moment).not.toBeNull()
    wait(200)
    expect(store.moment).toBeNull()
  })

  it('shows the name that the scorer adds, and nothing of a moment that was undone', async () => {
    const at = NOW + 900
    const named = goal(at, { revision: 3, moments: [keyMoment(at, { text: '9 Nora Quist' })] })
    const undone = goal(at, { revision: 4, moments: [] })
    const { store } = createStore(game(), goal(at), named, undone)
    for (const text of ['', '9 Nora Quist']) {
      await store.poll()
      if (!text) await store.poll()
      expect(store.moment?.text).toBe(text)
    }
    await store.poll()
    expect(store.moment).toBeNull()
  })

  it('shows two moments one after the other', async () => {
    const at = NOW + 900
    const two = goal(at, { moments: [keyMoment(at, { id: 'a' }), keyMoment(at, { id: 'b' })] })
    const { store, wait } = createStore(game(), two)
    await store.poll()
    await store.poll()
    expect(store.moment?.id).toBe('a')
    wait(6000)
    expect(store.moment?.id).toBe('b')
  })

  it('shows no moment that arrives late', async () => {
    const { store } = createStore(game(), goal(NOW - 30_000))
    await store.poll()
    await store.poll()
    expect(store.moment).toBeNull()
  })
})

describe('a problem', () => {
  it('is a refused token, which is tried again later', async () => {
    const { store, queries, wait } = createStore(new HttpError(404, '', ''), game())
    await store.poll()
    expect(store.problem).toBe('refused')
    await store.poll()
    expect(queries).toHaveLength(1)
    wait(10_000)
    await store.poll()
    expect(store.problem).toBeNull()
  })

  it('is a lost connection: the clock goes on', async () => {
    const { store, wait } = createStore(game(), new HttpError(0, 'network', ''))
    await store.poll()
    await store.poll()
    expect([store.problem, store.isConnectionLost]).toEqual(['unreachable', true])
    wait(1000)
    expect(store.score?.clock).toBe('5:10')
    await store.poll()
    expect(store.isConnectionLost).toBe(false)
  })
})
