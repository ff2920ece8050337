import { configure } from 'mobx'
import { beforeEach, describe, expect, it } from 'vitest'
import { BrowserStorage } from '@/shared/storage/storage'
import { FakeServer, MemoryStorage } from '@/shared/testing/fakes'
import { aShell } from '@/shared/testing/shell'
import { ShieldStore } from './ShieldStore'
import { SpoilerStore } from './SpoilerStore'

configure({ enforceActions: 'always' })

const PATH = '/api/watch-settings'
const hides = (hide_scores: boolean) => ({ json: { data: { hide_scores } } })
let server: FakeServer
let memory: MemoryStorage

/** A page of a browser whose memory outlives it. */
function page(viewer: { id: number | null }) {
  const spoilers = new SpoilerStore(new BrowserStorage('test.', memory), viewer)
  return { spoilers, shield: new ShieldStore(aShell(server).api, spoilers, viewer) }
}
const posted = () =>
  server.asked.filter(({ method }) => method === 'POST').map(({ body }) => body?.hide_scores)

beforeEach(() => {
  memory = new MemoryStorage()
  server = new FakeServer().on(PATH, hides(false))
})

describe('a visitor’s shield', () => {
  it('is down until they want it, and stays in this browser without a call', async () => {
    const { spoilers, shield } = page({ id: null })
    expect(spoilers.hidden(5)).toBe(false)
    await shield.choose(true)
    expect(page({ id: null }).spoilers.hidden(5)).toBe(true)
    expect(server.paths).toEqual([])
  })

  it('shows one game when they ask, the others stay hidden, and all are again when it is turned anew', async () => {
    const { spoilers, shield } = page({ id: null })
    await shield.choose(true)
    spoilers.reveal(5)
    expect([spoilers.hidden(5), spoilers.hidden(6), spoilers.on]).toEqual([false, true, true])
    await shield.choose(true)
    expect(spoilers.hidden(5)).toBe(true)
  })

  it('goes with them to the account that they log in to', async () => {
    await page({ id: null }).shield.choose(true)
    const { spoilers, shield } = page({ id: 7 })
    expect(spoilers.on).toBe(true)
    await shield.load()
    expect([spoilers.on, posted()]).toEqual([true, [true]])
  })
})

describe('a viewer’s shield', () => {
  it('hides until it is known what they want: a score that was seen cannot be taken back', async () => {
    const { spoilers, shield } = page({ id: 7 })
    expect(spoilers.hidden(5)).toBe(true)
    await shield.load()
    expect(spoilers.hidden(5)).toBe(false)
  })

  it('stays up where nobody answers', async () => {
    server.on(PATH, { status: 503 })
    const { spoilers, shield } = page({ id: 7 })
    await shield.load()
    expect(spoilers.hidden(5)).toBe(true)
  })

  it('is the account’s on every device, and remembered here for the first picture of the next visit', async () => {
    server.on(PATH, hides(true))
    await page({ id: 7 }).shield.load()
    expect(page({ id: 7 }).spoilers.on).toBe(true)
    server.on(PATH, hides(false))
    const { spoilers, shield } = page({ id: 7 })
    await shield.load()
    expect([spoilers.on, page({ id: 7 }).spoilers.on]).toEqual([false, false])
  })

  it('does not hide again what was shown while the same answer was on its way', async () => {
    server.on(PATH, hides(true))
    await page({ id: 7 }).shield.load()
    const { spoilers, shield } = page({ id: 7 })
    const asked = shield.load()
    spoilers.reveal(5)
    await asked
    expect(spoilers.hidden(5)).toBe(false)
  })

  it('is turned at once, and as before where the server refuses', async () => {
    const { spoilers, shield } = page({ id: 7 })
    await shield.load()
    server.on(PATH, { status: 500 })
    const chosen = shield.choose(true)
    expect(spoilers.on).toBe(true)
    await expect(chosen).rejects.toMatchObject({ status: 500 })
    expect(spoilers.on).toBe(false)
  })

  it('that was turned is not turned back by an answer from before', async () => {
    const { spoilers, shield } = page({ id: 7 })
    const asked = shield.load()
    await shield.choose(true)
    await asked
    expect(spoilers.on).toBe(true)
  })

  it('stays up for whoever is left when they log out, and does not become another viewer’s wish', async () => {
    server.on(PATH, hides(true))
    await page({ id: 7 }).shield.load()
    expect(page({ id: null }).spoilers.on).toBe(true)
    server.on(PATH, hides(false))
    const { spoilers, shield } = page({ id: 8 })
    await shield.load()
    expect([spoilers.on, posted()]).toEqual([false, []])
  })
})
