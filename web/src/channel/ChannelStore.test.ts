import { configure } from 'mobx'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { BrowserStorage } from '@/shared/storage/BrowserStorage'
import { MemoryStorage } from '@/shared/testing/fakes'
import type { ChannelApi } from './api'
import { type ChannelShell, ChannelStore } from './ChannelStore'
import { aBundle } from './fakes'
import type { Popup } from './model'

configure({ enforceActions: 'always' })

const popup = (key: string, changes: Partial<Popup> = {}): Popup => ({
  id: 1,
  key,
  title: key,
  html: '',
  path: null,
  once: true,
  action: null,
  ...changes,
})

let now: number
let backend: MemoryStorage
const api = { bootstrap: vi.fn(), page: vi.fn(), teams: vi.fn() }

function createStore(): ChannelStore {
  const storage = new BrowserStorage('test', backend, () => now)
  return new ChannelStore(api as unknown as ChannelApi, { storage } as ChannelShell)
}

beforeEach(() => {
  now = 0
  backend = new MemoryStorage()
  api.bootstrap.mockReset().mockResolvedValue(aBundle())
  api.page.mockReset()
  api.teams.mockReset().mockResolvedValue([{ id: 1, name: 'Timber', alias: null }])
})

describe('start-up data', () => {
  it('is loaded with one call', async () => {
    const store = createStore()
    await store.load('en')
    expect(api.bootstrap.mock.calls).toEqual([['en', undefined]])
    expect(api.page).not.toHaveBeenCalled()
    expect(api.teams).not.toHaveBeenCalled()
    expect(store.settings.name).toBe('Test Sports Network')
    expect(store.text('not_found_title')).toBe('Wide of the post')
    expect(store.text('not_found_text')).toBeNull()
  })

  it('is cached for a minute per language', async () => {
    await createStore().load('en')
    now = 59_999
    await createStore().load('en')
    expect(api.bootstrap).toHaveBeenCalledTimes(1)
    await createStore().load('fr')
    now = 60_000
    await createStore().load('en')
    expect(api.bootstrap).toHaveBeenCalledTimes(3)
  })

  it('throws an error if the server cannot identify the channel', async () => {
    api.bootstrap.mockRejectedValue(new Error('down'))
    await expect(createStore().load('en')).rejects.toThrow('down')
  })
})

describe('the teams in the menu', () => {
  it('are requested once, and again after a reset', async () => {
    const store = createStore()
    await store.load('en')
    await store.loadTeams()
    await store.loadTeams()
    expect(api.teams).toHaveBeenCalledTimes(1)
    store.reset()
    await store.loadTeams()
    expect(api.teams).toHaveBeenCalledTimes(2)
  })
})

describe('another language', () => {
  it('reloads the teams in the menu if they were loaded before', async () => {
    const store = createStore()
    await store.load('en')
    store.languageChanged()
    expect(api.teams).not.toHaveBeenCalled()
    await store.loadTeams()
    api.teams.mockResolvedValue([{ id: 1, name: 'Les Bois', alias: null }])
    await store.load('fr')
    store.languageChanged()
    await vi.waitFor(() => expect(store.teams).toMatchObject([{ name: 'Les Bois' }]))
  })
})

describe('pop-ups', () => {
  it('appear at their address, or at every address if they have none', async () => {
    api.bootstrap.mockResolvedValue(aBundle({ popups: [popup('passes', { path: '/packages' })] }))
    const store = createStore()
    await store.load('en')
    expect(store.popupFor('/')).toBeNull()
    expect(store.popupFor('/packages')?.key).toBe('passes')
  })

  it('that show once do not appear on the next visit, but others do', async () => {
    const [welcome, news] = [popup('welcome'), popup('news', { once: false })]
    api.bootstrap.mockResolvedValue(aBundle({ popups: [welcome, news] }))
    const store = createStore()
    await store.load('en')
    store.dismiss(welcome)
    expect(store.popupFor('/')?.key).toBe('news')
    store.dismiss(news)
    expect(store.popupFor('/')).toBeNull()

    const nextVisit = createStore()
    await nextVisit.load('en')
    expect(nextVisit.popupFor('/')?.key).toBe('news')
  })
})
