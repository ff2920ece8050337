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

/** Create the stores of a page whose browser storage outlives it. */
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

describe('a visitor’s score setting', () => {
  it('is off by default, and is stored in this browser without a request', async () => {
    const { spoilers, shield } = page({ id: null })
    expect(spoilers.isHidden(5)).toBe(false)
    await shield.choose(true)
    expect(page({ id: null }).spoilers.isHidden(5)).toBe(true)
    expect(server.paths).toEqual([])
  })

  it('can show one game, until it is turned on again', async () => {
    const { spoilers, shield } = page({ id: null })
    await shield.choose(true)
    spoilers.reveal(5)
    expect([spoilers.isHidden(5), spoilers.isHidden(6), spoilers.isEnabled]).toEqual([false, true, true])
    await shield.choose(true)
    expect(spoilers.isHidden(5)).toBe(true)
  })

  it('is copied to the account at log-in', async () => {
    await page({ id: null }).shield.choose(true)
    const { spoilers, shield } = page({ id: 7 })
    expect(spoilers.isEnabled).toBe(true)
    await shield.load()
    expect([spoilers.isEnabled, postedSettings()]).toEqual([true, [true]])
  })
})

describe('a viewer’s score setting', () => {
  it('hides scores until it is loaded, because a visible score cannot be taken back', async () => {
    const { spoilers, shield } = page({ id: 7 })
    expect(spoilers.isHidden(5)).toBe(true)
    await shield.load()
    expect(spoilers.isHidden(5)).toBe(false)
  })

  it('stays on if the server fails', async () => {
    server.on(PATH, { status: 503 })
    const { spoilers, shield } = page({ id: 7 })
    await shield.load()
    expect(spoilers.isHidden(5)).toBe(true)
  })

  it('is loaded from the account, and stored here for the first paint of the next visit', async () => {
    server.on(PATH, respondHidden(true))
    await page({ id: 7 }).shield.load()
    expect(page({ id: 7 }).spoilers.isEnabled).toBe(true)
    server.on(PATH, respondHidden(false))
    const { spoilers, shield } = page({ id: 7 })
    await shield.load()
    expect([spoilers.isEnabled, page({ id: 7 }).spoilers.isEnabled]).toEqual([false, false])
  })

  it('keeps a score visible that was shown while it was loading', async () => {
    server.on(PATH, respondHidden(true))
    await page({ id: 7 }).shield.load()
    const { spoilers, shield } = page({ id: 7 })
    const loading = shield.load()
    spoilers.reveal(5)
    await loading
    expect(spoilers.isHidden(5)).toBe(false)
  })

  it('changes at once, and is restored if the server rejects it', async () => {
    const { spoilers, shield } = page({ id: 7 })
    await shield.load()
    server.on(PATH, { status: 500 })
    const chosen = shield.choose(true)
    expect(spoilers.isEnabled).toBe(true)
    await expect(chosen).rejects.toMatchObject({ status: 500 })
    expect(spoilers.isEnabled).toBe(false)
  })

  it('keeps a change that was made while it was loading', async () => {
    const { spoilers, shield } = page({ id: 7 })
    const loading = shield.load()
    await shield.choose(true)
    await loading
    expect(spoilers.isEnabled).toBe(true)
  })

  it('stays on after log-out, but is not applied to another viewer', async () => {
    server.on(PATH, respondHidden(true))
    await page({ id: 7 }).shield.load()
    expect(page({ id: null }).spoilers.isEnabled).toBe(true)
    server.on(PATH, respondHidden(false))
    const { spoilers, shield } = page({ id: 8 })
    await shield.load()
    expect([spoilers.isEnabled, postedSettings()]).toEqual([false, []])
  })
})
