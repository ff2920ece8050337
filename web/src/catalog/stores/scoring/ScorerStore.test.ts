// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { HttpError } from '@/shared/http/errors'
import { BrowserStorage } from '@/shared/storage/BrowserStorage'
import { MemoryStorage } from '@/shared/testing/fakes'
import { fold } from '../../scoring/fold'
import { FakeTimelineServer, HOCKEY_RULES } from '../../testing/scoring'
import { ScorerStore } from './ScorerStore'

let server: FakeTimelineServer
let opened: ScorerStore[]

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 })
  server = new FakeTimelineServer()
  opened = []
})

afterEach(() => {
  for (const store of opened) store.stop()
  vi.useRealTimers()
})

/** Let time pass on the server and on the phones. */
async function pass(milliseconds: number): Promise<void> {
  server.nowMs += milliseconds
  await vi.advanceTimersByTimeAsync(milliseconds)
}

const newStorage = () => new BrowserStorage('test.', new MemoryStorage(), () => Date.now())

/** Open the page of a scorer, and wait until it has loaded. */
async function open(name = 'Ana', storage = newStorage()): Promise<ScorerStore> {
  const store = new ScorerStore(server.clientOf(name), storage)
  opened.push(store)
  store.start()
  await pass(10)
  return store
}

const score = (store: ScorerStore, side: 'away' | 'home' = 'home') =>
  store.press('scored', { side, points: 1, type: 'goal' })

describe('a press', () => {
  it('counts at once and is sent', async () => {
    const store = await open()
    score(store)
    expect(store.scoreboard.points).toEqual([0, 1])
    expect(store.waiting).toHaveLength(1)
    await pass(10)
    expect(store.waiting).toEqual([])
    expect(server.log.map(({ kind, author }) => [kind, author])).toEqual([['scored', 'scorer:Ana']])
  })

  it('is sent once, also if the answer to it is lost', async () => {
    const store = await open()
    server.losesAnswer = true
    score(store)
    await pass(10)
    expect([store.waiting.length, store.isUnreachable]).toEqual([1, true])
    await pass(5000)
    expect([store.waiting.length, server.log.length, store.scoreboard.points]).toEqual([0, 1, [0, 1]])
    expect(server.batches).toHaveLength(2)
  })

  it('keeps its order and gets a time of its own', async () => {
    const store = await open()
    const presses = Array.from({ length: 5 }, () => score(store))
    await pass(100)
    const times = presses.map(({ at_ms }) => at_ms)
    expect(new Set(times).size).toBe(5)
    expect(times).toEqual(times.toSorted((a, b) => a - b))
    expect(server.log.map(({ id }) => id)).toEqual(presses.map(({ id }) => id))
  })

  it('takes the time that the server gives it', async () => {
    const store = await open()
    server.nowMs -= 60_000
    score(store)
    await pass(10)
    expect(store.entries.map(({ at_ms }) => at_ms)).toEqual(server.log.map(({ at_ms }) => at_ms))
  })

  it('survives a reload while the server cannot be reached', async () => {
    const storage = newStorage()
    const first = await open('Ana', storage)
    server.isReachable = false
    score(first)
    await pass(1000)
    first.stop()
    server.isReachable = true
    const second = await open('Ana', storage)
    await pass(10)
    expect([second.scoreboard.points, second.waiting.length, server.log.length]).toEqual([[0, 1], 0, 1])
  })

  it('that two tabs keep is sent by either', async () => {
    const storage = newStorage()
    const [first, second] = [await open('Ana', storage), await open('Ana', storage)]
    server.isReachable = false
    score(first)
    score(second, 'away')
    await pass(1000)
    server.isReachable = true
    await pass(20_000)
    for (const store of [first, second]) {
      expect([store.scoreboard.points, store.waiting.length]).toEqual([[1, 1], 0])
    }
    expect(server.log).toHaveLength(2)
  })
})

describe('an undo', () => {
  it('is later than its target, whatever the clock says', async () => {
    const [ana, ben] = [await open('Ana'), await open('Ben')]
    server.keep(
      [{ id: 'future', kind: 'scored', at_ms: server.nowMs, side: 'home', points: 1 }],
      'scorer:Cleo',
    )
    server.nowMs -= 5000
    await pass(2100)
    ben.press('undone', { target: 'future' })
    await pass(5000)
    expect([ana.scoreboard.points, ben.scoreboard.points]).toEqual([
      [0, 0],
      [0, 0],
    ])
  })

  it('is offered for the last own entry that still counts', async () => {
    const [ana, ben] = [await open('Ana'), await open('Ben')]
    const first = score(ana)
    const second = score(ana, 'away')
    score(ben)
    await pass(2100)
    expect(ana.lastOwn?.id).toBe(second.id)
    ana.press('undone', { target: second.id })
    expect(ana.lastOwn?.id).toBe(first.id)
    expect(ana.lastOther?.author).toBe('scorer:Ben')
  })
})

describe('a phone that is offline for five minutes', () => {
  it('keeps 40 presses, and both scorers end with the state of the model', async () => {
    const [ana, ben] = [await open('Ana'), await open('Ben')]
    const wrong = score(ana)
    await pass(3000)
    ana.retryNow()
    const clientOfAna = server.clientOf('Ana')
    let isOffline = true
    const { send } = clientOfAna
    Object.assign(ana, {
      client: {
        ...clientOfAna,
        send: (...args: Parameters<typeof send>) =>
          isOffline ? Promise.reject(new HttpError(0, 'network', '')) : send(...args),
      },
    })
    for (let press = 0; press < 40; press += 1) {
      await pass(7500)
      score(ana, press % 4 === 0 ? 'away' : 'home')
      if (press === 20) ben.press('corrected', { target: wrong.id, side: 'away' })
      if (press % 8 === 0) score(ben)
    }
    expect([ana.waiting.length, ana.isUnreachable]).toEqual([40, true])
    isOffline = false
    dispatchEvent(new Event('online'))
    await pass(4100)
    // 10 of the 40 are for the away team, and the first goal was corrected to it. Ben scored five times.
    for (const store of [ana, ben]) {
      expect(store.scoreboard.points).toEqual([11, 35])
      expect(store.waiting).toEqual([])
    }
    expect(ana.entries).toEqual(ben.entries)
    expect(fold(HOCKEY_RULES, server.log).at(-1)?.scoreboard).toEqual(ana.scoreboard)
    expect(server.log).toHaveLength(1 + 40 + 1 + 5)
  })
})

describe('the requests', () => {
  it('wait longer after each failure, and start again when the browser is online', async () => {
    const store = await open()
    server.isReachable = false
    await pass(60_000)
    expect(store.isUnreachable).toBe(true)
    server.isReachable = true
    dispatchEvent(new Event('online'))
    await pass(10)
    expect(store.isUnreachable).toBe(false)
  })

  it('show each scorer what the other does', async () => {
    const [ana, ben] = [await open('Ana'), await open('Ben')]
    score(ana)
    await pass(2100)
    expect(ben.scoreboard.points).toEqual([0, 1])
  })

  it('say which system keeps the score', async () => {
    const store = await open()
    server.source = 'Daktronics'
    await pass(2100)
    expect(store.source).toBe('Daktronics')
  })

  it('send many entries in batches', async () => {
    const store = await open()
    server.isReachable = false
    for (let press = 0; press < 130; press += 1) score(store)
    server.isReachable = true
    store.retryNow()
    await pass(10)
    expect(server.batches.map(batch => batch.length)).toEqual([100, 30])
  })
})

describe('an entry that the server refuses', () => {
  it('is reported, and does not hold back the others', async () => {
    const store = await open()
    server.refusedKinds = ['note']
    score(store)
    store.press('note', { text: 'Fans' })
    score(store)
    await pass(3000)
    expect(store.refused.map(({ entry, error }) => [entry.kind, error.text])).toEqual([['note', 'Bad']])
    expect([store.waiting.length, server.log.length]).toEqual([0, 2])
    store.clearRefused()
    expect(store.refused).toEqual([])
  })
})

describe('a session that has ended', () => {
  it('says so, and keeps what waits for the next session', async () => {
    const storage = newStorage()
    const store = await open('Ana', storage)
    server.error = new HttpError(400, 'errors.scorer_signed_out', 'Open the link again.')
    score(store)
    await pass(10)
    expect([store.state, store.error?.code]).toEqual(['ended', 'errors.scorer_signed_out'])
    server.error = null
    await pass(10_000)
    expect(server.log).toEqual([])
    await open('Ana', storage)
    expect(server.log).toHaveLength(1)
  })
})

it('a page that could not load the timeline tries again', async () => {
  server.isReachable = false
  const store = await open()
  expect(store.state).toBe('failed')
  server.isReachable = true
  await pass(2000)
  expect(store.state).toBe('ready')
})
