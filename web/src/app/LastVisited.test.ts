// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { BrowserStorage } from '@/shared/storage/BrowserStorage'
import { MemoryStorage } from '@/shared/testing/fakes'
import { LastVisited } from './LastVisited'

let createBrowser: BrowserStorage
let visited: LastVisited
beforeEach(() => {
  createBrowser = new BrowserStorage('test', new MemoryStorage())
  visited = new LastVisited(createBrowser)
})

const watch = { path: '/watch/5', query: '?trk=mail', params: { id: '5' } }
const home = { path: '/', query: '', params: {} }

describe('the last visited page', () => {
  it('is remembered with its query and params, and the page before it', () => {
    visited.record(home)
    visited.record(watch)
    expect(visited.last).toEqual(watch)
    expect(visited.previous).toEqual(home)
  })

  it('stays the same through a reload, and so does the one before', () => {
    visited.record(home)
    visited.record(watch)
    visited.record(watch)
    expect(visited.previous).toEqual(home)
  })

  it('has the name that the page gives itself, before it is recorded or long after', () => {
    visited.name('/watch/5', 'Timber @ Tide')
    visited.record(watch)
    expect(visited.last?.title).toBe('Timber @ Tide')
    visited.name('/watch/5', 'Timber @ Tide, final')
    expect(visited.last?.title).toBe('Timber @ Tide, final')
  })

  it('never has the name of another page', () => {
    visited.name('/faq', 'Questions')
    visited.record(watch)
    visited.name('/login', 'Log in')
    expect(visited.last?.title).toBeUndefined()
  })

  it('keeps a device’s code only until the viewer has come back with it', () => {
    const link = { path: '/profile/sessions/add', query: '?code=K7QM42&trk=tv', params: {} }
    visited.record(home)
    visited.record(link, true)
    expect(visited.last?.query).toBe('?code=K7QM42&trk=tv')
    visited.record(link)
    expect([visited.last?.query, visited.previous?.path]).toEqual(['?trk=tv', '/'])
    visited.record({ ...link, query: '?code=K7QM42' }, true)
    visited.record(home)
    expect(visited.previous).toMatchObject({ path: '/profile/sessions/add', query: '' })
  })
})

describe('the last visited page of two tabs', () => {
  const terms = { path: '/terms_conditions', query: '', params: {} }
  /** The tab that was left for another is looked at again; the other is not told of it. */
  const back = () => window.dispatchEvent(new Event('focus'))

  /** Another tab, which hears nothing of what this one is told. */
  function elsewhere(): LastVisited {
    const addListener = vi.spyOn(globalThis, 'addEventListener').mockImplementation(() => undefined)
    const tab = new LastVisited(createBrowser)
    addListener.mockRestore()
    return tab
  }

  it('is each one’s own: the terms that somebody reads beside the form are not where they return', () => {
    visited.record(watch)
    elsewhere().record(terms)
    expect(visited.last).toEqual(watch)
    back()
    expect(createBrowser.get('last_visited')).toEqual(watch)
  })

  it('is each one’s own where both began on the same page', () => {
    elsewhere().record(watch)
    visited.record(watch)
    elsewhere().record(terms)
    expect(visited.last).toEqual(watch)
  })

  it('is the browser’s where a tab has been nowhere yet, as after a letter', () => {
    visited.record(watch)
    expect(elsewhere().last).toEqual(watch)
  })

  it('is not that of a tab in the background before somebody looks at it', () => {
    elsewhere().record(watch)
    const shown = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    visited.record(terms)
    expect([visited.last, createBrowser.get('last_visited')]).toEqual([terms, watch])
    shown.mockReturnValue('visible')
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
    expect(createBrowser.get('last_visited')).toEqual(terms)
  })

  it('outlives a page that is left, where the tab can keep it', () => {
    const tab = new BrowserStorage('test', new MemoryStorage())
    new LastVisited(createBrowser, tab).record(watch)
    elsewhere().record(terms)
    expect(new LastVisited(createBrowser, tab).last).toEqual(watch)
    expect(createBrowser.get('last_visited')).toEqual(watch)
  })
})
