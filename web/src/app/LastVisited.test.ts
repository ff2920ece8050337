import { beforeEach, describe, expect, it } from 'vitest'
import { BrowserStorage } from '@/shared/storage/storage'
import { MemoryStorage } from '@/shared/testing/fakes'
import { LastVisited } from './LastVisited'

let visited: LastVisited
beforeEach(() => {
  visited = new LastVisited(new BrowserStorage('test', new MemoryStorage()))
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
