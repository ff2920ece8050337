import { describe, expect, it } from 'vitest'
import { aSummary } from '../fakes'
import type { Summary } from '../summary'
import { SummaryStore } from './SummaryStore'

/** API that returns these summaries, one after the other, and records the queries. */
function fakeApi(...answers: (Summary | null | Error)[]) {
  const queries: object[] = []
  const api = {
    async summary(id: number, query: object) {
      queries.push({ id, ...query })
      const answer = answers.shift() ?? null
      if (answer instanceof Error) throw answer
      return answer
    },
  }
  const store = new SummaryStore(api)
  store.open(7)
  return { store, queries }
}

describe('a summary', () => {
  it('plays in place of the video, and says which range is shown', async () => {
    const { store, queries } = fakeApi(aSummary())
    expect(await store.play('moments', 3)).toBe(true)
    expect(queries).toEqual([{ id: 7, kind: 'moments', mediaId: 3 }])
    expect([store.rangeNumber, store.rangeCount]).toEqual([1, 2])
    store.updateTime(11.99)
    expect(store.rangeNumber).toBe(1)
    store.updateTime(12)
    expect(store.rangeNumber).toBe(2)
    store.updateTime(0)
    expect(store.rangeNumber).toBe(1)
  })

  it('of a live game is followed by the live stream', async () => {
    const { store } = fakeApi(aSummary())
    await store.play('moments', 3)
    store.finish(true)
    expect([store.summary, store.next]).toEqual([null, 'live'])
  })

  it('of a recording stays at its end until the viewer chooses', async () => {
    const { store } = fakeApi(aSummary())
    await store.play('moments', 3)
    store.finish(false)
    expect([store.hasEnded, store.next]).toEqual([true, null])
    store.close('start')
    expect([store.summary, store.hasEnded, store.next]).toEqual([null, false, 'start'])
  })

  it('that has nothing to show does not open', async () => {
    const { store } = fakeApi(null)
    expect(await store.play('moments', 3)).toBe(false)
    expect([store.summary, store.pendingKind]).toEqual([null, null])
  })

  it('can be requested again after an error', async () => {
    const { store } = fakeApi(new Error('offline'), aSummary())
    await expect(store.play('moments', 3)).rejects.toThrow('offline')
    expect(store.pendingKind).toBe(null)
    expect(await store.play('moments', 3)).toBe(true)
  })

  it('of another game is dropped', async () => {
    const { store } = fakeApi(aSummary())
    const pending = store.play('moments', 3)
    store.open(8)
    await pending
    expect(store.summary).toBe(null)
  })

  it('gets a new signed URL of its own kind', async () => {
    const renewed = aSummary({ url: '/media/new/summary.m3u8' })
    const { store, queries } = fakeApi(aSummary({ kind: 'condensed' }), renewed)
    expect(await store.refreshUrl()).toBe(null)
    await store.play('condensed', 3)
    expect((await store.refreshUrl())?.url).toBe(renewed.url)
    expect(queries[1]).toEqual({ id: 7, kind: 'condensed', mediaId: 3 })
  })
})
