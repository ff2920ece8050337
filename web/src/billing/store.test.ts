import { describe, expect, it, vi } from 'vitest'
import { FakeServer } from '@/shared/testing/fakes'
import { aBilling, FakeTabs } from './fakes'
import { BroadcastTabs } from './tabs'

const server = new FakeServer()

describe('something that was paid', () => {
  it('is told on this page and in the other tabs', () => {
    const tabs = new FakeTabs()
    const billing = aBilling(server, { tabs })
    const heard = vi.fn()
    const stop = billing.onPaid(heard)
    billing.paid(9)
    expect(heard).toHaveBeenCalledTimes(1)
    expect(tabs.told).toEqual([{ viewer: 5, order: 9 }])
    stop()
    billing.paid(10)
    expect(heard).toHaveBeenCalledTimes(1)
  })

  it('in another tab is heard here, for as long as this page follows', () => {
    const tabs = new FakeTabs()
    const billing = aBilling(server, { tabs })
    const heard = vi.fn()
    billing.onPaid(heard)
    tabs.hear({ viewer: 5, order: 9 })
    expect(heard).not.toHaveBeenCalled()
    const stop = billing.follow()
    tabs.hear({ viewer: 5, order: 9 })
    expect(heard).toHaveBeenCalledTimes(1)
    stop()
    tabs.hear({ viewer: 5, order: 9 })
    expect(heard).toHaveBeenCalledTimes(1)
  })

  it('by somebody else says nothing here', () => {
    const tabs = new FakeTabs()
    const billing = aBilling(server, { tabs })
    const heard = vi.fn()
    billing.onPaid(heard)
    billing.follow()
    tabs.hear({ viewer: 6, order: 9 })
    expect(heard).not.toHaveBeenCalled()
  })
})

describe('the tabs of a browser', () => {
  it('hear each other, and not themselves', async () => {
    const here = new BroadcastTabs('test paid')
    const heard = vi.fn()
    const other = new Promise(resolve => {
      const stop = new BroadcastTabs('test paid').listen(word => {
        stop()
        resolve(word)
      })
    })
    const stop = new BroadcastTabs('another paid').listen(heard)
    here.tell({ viewer: 5, order: 9 })
    expect(await other).toEqual({ viewer: 5, order: 9 })
    expect(heard).not.toHaveBeenCalled()
    stop()
  })

  it('do without where a browser has no such channel', () => {
    vi.stubGlobal('BroadcastChannel', undefined)
    const tabs = new BroadcastTabs('test paid')
    tabs.tell({ viewer: 5, order: 9 })
    tabs.listen(() => expect.unreachable('nobody tells anything'))()
  })
})

it('A store comes with the first screen that needs it, and is the same for the next', () => {
  const billing = aBilling(server)
  const reset = vi.fn()
  const make = () => ({ reset })
  expect(billing.bring(make)).toBe(billing.bring(make))
  billing.reset()
  expect(reset).toHaveBeenCalledTimes(1)
})
