import { describe, expect, it, vi } from 'vitest'
import { FakeServer } from '@/shared/testing/fakes'
import { createBillingStore, FakeTabChannel } from './fakes'
import { BroadcastTabChannel } from './TabChannel'

const server = new FakeServer()

describe('something that was paid', () => {
  it('is announced on this page and in the other tabs', () => {
    const tabs = new FakeTabChannel()
    const billing = createBillingStore(server, { tabChannel: tabs })
    const listener = vi.fn()
    const stop = billing.onPaid(listener)
    billing.handlePaid(9)
    expect(listener).toHaveBeenCalledTimes(1)
    expect(tabs.sentMessages).toEqual([{ viewer: 5, order: 9 }])
    stop()
    billing.handlePaid(10)
    expect(listener).toHaveBeenCalledTimes(1)
  })

  it('in another tab is announced here while this page follows', () => {
    const tabs = new FakeTabChannel()
    const billing = createBillingStore(server, { tabChannel: tabs })
    const listener = vi.fn()
    billing.onPaid(listener)
    tabs.receive({ viewer: 5, order: 9 })
    expect(listener).not.toHaveBeenCalled()
    const stop = billing.subscribe()
    tabs.receive({ viewer: 5, order: 9 })
    expect(listener).toHaveBeenCalledTimes(1)
    stop()
    tabs.receive({ viewer: 5, order: 9 })
    expect(listener).toHaveBeenCalledTimes(1)
  })

  it('by somebody else says nothing here', () => {
    const tabs = new FakeTabChannel()
    const billing = createBillingStore(server, { tabChannel: tabs })
    const listener = vi.fn()
    billing.onPaid(listener)
    billing.subscribe()
    tabs.receive({ viewer: 6, order: 9 })
    expect(listener).not.toHaveBeenCalled()
  })
})

describe('the tabs of a browser', () => {
  it('notify each other, but not themselves', async () => {
    const here = new BroadcastTabChannel('test paid')
    const listener = vi.fn()
    const other = new Promise(resolve => {
      const stop = new BroadcastTabChannel('test paid').listen(word => {
        stop()
        resolve(word)
      })
    })
    const stop = new BroadcastTabChannel('another paid').listen(listener)
    here.send({ viewer: 5, order: 9 })
    expect(await other).toEqual({ viewer: 5, order: 9 })
    expect(listener).not.toHaveBeenCalled()
    stop()
  })

  it('do without where a browser has no such channel', () => {
    vi.stubGlobal('BroadcastChannel', undefined)
    const tabs = new BroadcastTabChannel('test paid')
    tabs.send({ viewer: 5, order: 9 })
    tabs.listen(() => expect.unreachable('nobody tells anything'))()
  })
})

it('A store comes with the first screen that needs it, and is the same for the next', () => {
  const billing = createBillingStore(server)
  const reset = vi.fn()
  const make = () => ({ reset })
  expect(billing.resolve(make)).toBe(billing.resolve(make))
  billing.reset()
  expect(reset).toHaveBeenCalledTimes(1)
})
