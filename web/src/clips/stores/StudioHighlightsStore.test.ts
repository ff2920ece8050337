// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from 'vitest'
import { FakeServer } from '@/shared/testing/fakes'
import { createShell } from '@/shared/testing/shell'
import { HighlightsApi, type StudioClip, type StudioHighlight } from '../highlightsApi'
import { StudioHighlightsStore } from './StudioHighlightsStore'

const LIST = '/api/studio/events/12/highlights'
const ORDER = `${LIST}/order`
let server: FakeServer
let store: StudioHighlightsStore

const aStudioClip = (id: number): StudioClip => ({
  id,
  name: `Goal ${id}`,
  duration: 12,
  state: 'ready',
  progress: 100,
  failure_message: null,
  hidden: false,
  featured: false,
  poster: null,
  share_url: `/share/${id}/uuid`,
})
const aHighlight = (id: number): StudioHighlight => ({
  id,
  name: `Goal ${id}`,
  at_ms: id,
  clip: aStudioClip(id),
})
const answer = (...ids: number[]) => ({ json: { data: { highlights: ids.map(aHighlight), reel: null } } })
const shownIds = () => store.highlights.map(({ id }) => id)

beforeEach(async () => {
  server = new FakeServer()
  server.on(LIST, answer(1, 2, 3))
  const never = () => new Promise<void>(() => undefined)
  store = new StudioHighlightsStore(new HighlightsApi(createShell(server).api), never)
  void store.open(12)
  await expect.poll(shownIds).toEqual([1, 2, 3])
})

describe('the highlights of an event in the studio', () => {
  it('move at once, and the new order is saved', async () => {
    server.on(ORDER, answer(3, 1, 2))
    const moved = store.move(2, 0)
    expect(shownIds()).toEqual([3, 1, 2])
    expect(await moved).toBeNull()
    expect(server.requests.at(-1)).toMatchObject({ path: ORDER, body: { ids: [3, 1, 2] } })
  })

  it('are where they were if the order cannot be saved', async () => {
    server.on(ORDER, { status: 500, json: { status: 500, message: 'No' } })
    expect(await store.move(2, 0)).not.toBeNull()
    expect(shownIds()).toEqual([1, 2, 3])
  })

  it('load again after one was dropped', async () => {
    server.on('/api/studio/clips/2/hide', { json: { data: {} } })
    server.on(LIST, answer(1, 3))
    expect(await store.act(2, aStudioClip(2), 'hide')).toBeNull()
    expect(shownIds()).toEqual([1, 3])
    expect(store.busyId).toBeNull()
  })
})
