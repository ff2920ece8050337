import { configure } from 'mobx'
import { beforeEach, describe, expect, it } from 'vitest'
import { BrowserStorage } from '@/shared/storage/BrowserStorage'
import { FakeServer, MemoryStorage } from '@/shared/testing/fakes'
import { createShell } from '@/shared/testing/shell'
import { SpoilerSettingsStore } from './SpoilerSettingsStore'
import { SpoilerStore } from './SpoilerStore'

configure({ enforceActions: 'always' })

const PATH = '/api/watch-settings'
const respondHidden = (hide_scores: boolean) => ({ json: { data: { hide_scores } } })
let server: FakeServer
let memory: MemoryStorage

/** A page of a browser whose memory outlives it. */
function page(viewer: { id: number | null }) {
  const spoilers = new SpoilerStore(new BrowserStorage('test.', memory), viewer)
  return { spoilers, shield: new SpoilerSettingsStore(createShell(server).api, spoilers, viewer) }
}
const postedSettings = () =>
  server.requests.filter(({ method }) => method === 'POST').map(({ body }) => body?.hide_scores)

beforeEach(() => {
  memory = new MemoryStorage()
  server = new FakeServer().on(PATH, respondHidden(false))
})

describe('a visitor’s shield', () => {
  it('is down until they want it, and stays in this browser without a call', async () => {
    const { spoilers, shield } = page({ id: null })
    expect(spoilers.isHidden(5)).toBe(false)
    await shield.choose(true)
    expect(page({ id: null }).spoilers.isHidden(5)).toBe(true)
    expect(server.paths).toEqual([])
  })

  it('shows one game when they ask, the others stay hidden, and all are again when it is turned anew', async () => {
    const { spoilers, shield } = page({ id: null })
    await shield.choose(true)
    spoilers.reveal(5)
    expect([spoilers.isHidden(5), spoilers.isHidden(6), spoilers.isEnabled]).toEqual([false, true, true])
    await shield.choose(true)
    expect(spoilers.isHidden(5)).toBe(true)
  })

  it('goes with them to the account that they log in to', async () => {
    await page({ id: null }).shield.choose(true)
    const { spoilers, shield } = page({ id: 7 })
    expect(spoilers.isEnabled).toBe(true)
    await shield.load()
    expect([spoilers.isEnabled, postedSettings()]).toEqual([true, [true]])
  })
})

describe('a viewer’s shield', () => {
  it('hides until it is known what they want: a score that was seen cannot be taken back', async () => {
    const { spoilers, shield } = page({ id: 7 })
    expect(spoilers.isHidden(5)).toBe(true)
    await shield.load()
    expect(spoilers.isHidden(5)).toBe(false)
  })

  it('stays up where nobody answers', async () => {
    server.on(PATH, { status: 503 })
    const { spoilers, shield } = page({ id: 7 })
    await shield.load()
    expect(spoilers.isHidden(5)).toBe(true)
  })

  it('is the account’s on every device, and remembered here for the first picture of the next visit', async () => {
    server.on(PATH, respondHidden(true))
    await page({ id: 7 }).shield.load()
    expect(page({ id: 7 }).spoilers.isEnabled).toBe(true)
    server.on(PATH, respondHidden(false))
    const { spoilers, shield } = page({ id: 7 })
    await shield.load()
    expect([spoilers.isEnabled, page({ id: 7 }).spoilers.isEnabled]).toEqual([false, false])
  })

  it('does not hide again a score that was shown while the same answer was on its way', async () => {
    server.on(PATH, respondHidden(true))
    await page({ id: 7 }).shield.load()
    const { spoilers, shield } = page({ id: 7 })
    const loading = shield.load()
    spoilers.reveal(5)
    await loading
    expect(spoilers.isHidden(5)).toBe(false)
  })

  it('is turned at once, and as before where the server refuses', async () => {
    const { spoilers, shield } = page({ id: 7 })
    await shield.load()
    server.on(PATH, { status: 500 })
    const chosen = shield.choose(true)
    expect(spoilers.isEnabled).toBe(true)
    await expect(chosen).rejects.toMatchObject({ status: 500 })
    expect(spoilers.isEnabled).toBe(false)
  })

  it('that was turned is not turned back by an answer from before', async () => {
    const { spoilers, shield } = page({ id: 7 })
    const loading = shield.load()
    await shield.choose(true)
    await loading
    expect(spoilers.isEnabled).toBe(true)
  })

  it('stays up for whoever is left when they log out, and does not become another viewer’s wish', async () => {
    server.on(PATH, respondHidden(true))
    await page({ id: 7 }).shield.load()
    expect(page({ id: null }).spoilers.isEnabled).toBe(true)
    server.on(PATH, respondHidden(false))
    const { spoilers, shield } = page({ id: 8 })
    await shield.load()
    expect([spoilers.isEnabled, postedSettings()]).toEqual([false, []])
  })
})
