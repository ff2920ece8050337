import { describe, expect, it, vi } from 'vitest'
import { MemoryStorage } from '@/shared/testing/fakes'
import { BrowserStorage } from './BrowserStorage'

const DAY_MS = 86_400_000

describe('values in browser storage', () => {
  it('have the channel’s prefix, so that two channels do not collide', () => {
    const backend = new MemoryStorage()
    new BrowserStorage('touchline.prairie.', backend).set('language', 'fr')
    expect(backend.key(0)).toBe('touchline.prairie.language')
    expect(new BrowserStorage('touchline.atelier.', backend).get('language')).toBeNull()
  })

  it('last about 360 days by default', () => {
    const backend = new MemoryStorage()
    let now = 0
    const storage = new BrowserStorage('test.', backend, () => now)
    storage.set('language', 'fr')
    storage.set('bundle', {}, 60_000)
    now = 60_000
    expect(storage.get('bundle')).toBeNull()
    now = 359 * DAY_MS
    expect(storage.get('language')).toBe('fr')
    now = 360 * DAY_MS
    expect(storage.get('language')).toBeNull()
    expect(backend.length).toBe(0)
  })

  it('are missing if they are invalid', () => {
    const backend = new MemoryStorage()
    backend.setItem('test.spoiled', '{')
    expect(new BrowserStorage('test.', backend).get('spoiled')).toBeNull()
  })

  it('last for the visit if storage is blocked', () => {
    const storage = new BrowserStorage('test.', null)
    storage.set('a', 1)
    expect(storage.get('a')).toBe(1)
    storage.remove('a')
    expect(storage.get('a')).toBeNull()
    expect(new BrowserStorage('test.', null).get('a')).toBeNull()
  })

  it('last for the visit if storage is full, and replace older values', () => {
    const backend = new MemoryStorage()
    const storage = new BrowserStorage('test.', backend)
    storage.set('a', 'old')
    const write = vi.spyOn(backend, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    storage.set('a', 'new')
    expect(storage.get('a')).toBe('new')
    write.mockRestore()
    storage.set('a', 'newest')
    expect(new BrowserStorage('test.', backend).get('a')).toBe('newest')
    expect(storage.get('a')).toBe('newest')
    storage.remove('a')
    expect(storage.get('a')).toBeNull()
  })
})
