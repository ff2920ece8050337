// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { BrowserStorage } from '@/shared/storage/BrowserStorage'
import { MemoryStorage } from '@/shared/testing/fakes'
import { LastVisited } from './LastVisited'

let browser: BrowserStorage
let visited: LastVisited
beforeEach(() => {
  browser = new BrowserStorage('test', new MemoryStorage())
  visited = new LastVisited(browser)
})

const watchPage = { path: '/watch/5', query: '?trk=mail', params: { id: '5' } }
const homePage = { path: '/', query: '', params: {} }

describe('the last visited page', () => {
  it('is stored with its query and params, together with the previous page', () => {
    visited.record(homePage)
    visited.record(watchPage)
    expect(visited.last).toEqual(watchPage)
    expect(visited.previous).toEqual(homePage)
  })

  it('is unchanged by a reload, and so is the previous page', () => {
    visited.record(homePage)
    visited.record(watchPage)
    visited.record(watchPage)
    expect(visited.previous).toEqual(homePage)
  })

  it('has the title that the page sets before or after it is recorded', () => {
    visited.setTitle('/watch/5', 'Timber @ Tide')
    visited.record(watchPage)
    expect(visited.last?.title).toBe('Timber @ Tide')
    visited.setTitle('/watch/5', 'Timber @ Tide, final')
    expect(visited.last?.title).toBe('Timber @ Tide, final')
  })

  it('never has the title of another page', () => {
    visited.setTitle('/faq', 'Questions')
    visited.record(watchPage)
    visited.setTitle('/login', 'Log in')
    expect(visited.last?.title).toBeUndefined()
  })

  it('keeps a device code only until the viewer returns with it', () => {
    const link = { path: '/profile/sessions/add', query: '?code=K7QM42&trk=tv', params: {} }
    visited.record(homePage)
    visited.record(link, true)
    expect(visited.last?.query).toBe('?code=K7QM42&trk=tv')
    visited.record(link)
    expect([visited.last?.query, visited.previous?.path]).toEqual(['?trk=tv', '/'])
    visited.record({ ...link, query: '?code=K7QM42' }, true)
    visited.record(homePage)
    expect(visited.previous).toMatchObject({ path: '/profile/sessions/add', query: '' })
  })
})

describe('the last visited page of two tabs', () => {
  const terms = { path: '/terms_conditions', query: '', params: {} }
  /** Focuses this tab again; other tabs receive no event. */
  const refocus = () => window.dispatchEvent(new Event('focus'))

  /** Another tab, which receives no events of this one. */
  function otherTab(): LastVisited {
    const addListener = vi.spyOn(globalThis, 'addEventListener').mockImplementation(() => undefined)
    const tab = new LastVisited(browser)
    addListener.mockRestore()
    return tab
  }

  it('is separate: reading the terms in another tab does not change where the form returns', () => {
    visited.record(watchPage)
    otherTab().record(terms)
    expect(visited.last).toEqual(watchPage)
    refocus()
    expect(browser.get('last_visited')).toEqual(watchPage)
  })

  it('is separate when both tabs opened on the same page', () => {
    otherTab().record(watchPage)
    visited.record(watchPage)
    otherTab().record(terms)
    expect(visited.last).toEqual(watchPage)
  })

  it('is the browser’s last page in a new tab, such as one opened from an email', () => {
    visited.record(watchPage)
    expect(otherTab().last).toEqual(watchPage)
  })

  it('is not updated by a background tab until that becomes visible', () => {
    otherTab().record(watchPage)
    const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    visited.record(terms)
    expect([visited.last, browser.get('last_visited')]).toEqual([terms, watchPage])
    visibility.mockReturnValue('visible')
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
    expect(browser.get('last_visited')).toEqual(terms)
  })

  it('survives a full page load if the tab can store it', () => {
    const tab = new BrowserStorage('test', new MemoryStorage())
    new LastVisited(browser, tab).record(watchPage)
    otherTab().record(terms)
    expect(new LastVisited(browser, tab).last).toEqual(watchPage)
    expect(browser.get('last_visited')).toEqual(watchPage)
  })
})
