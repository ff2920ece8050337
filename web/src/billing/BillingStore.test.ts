import { describe, expect, it, vi } from 'vitest'
import { FakeServer } from '@/shared/testing/fakes'
import { createBillingStore, FakeTabChannel } from './fakes'
import { BroadcastTabChannel } from './TabChannel'

const server = new FakeServer()

describe('a payment', () => {
  it('notifies this page and the other tabs', () => {
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

  it('in another tab notifies this page while it is subscribed', () => {
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

  it('by another viewer is ignored', () => {
    const tabs = new FakeTabChannel()
    const billing = createBillingStore(server, { tabChannel: tabs })
    const listener = vi.fn()
    billing.onPaid(listener)
    billing.subscribe()
    tabs.receive({ viewer: 6, order: 9 })
    expect(listener).not.toHaveBeenCalled()
  })
})

describe('browser tabs', () => {
  it('notify each other, but not themselves', async () => {
    const here = new BroadcastTabChannel('test paid')
    const listener = vi.fn()
    const other = new Promise(resolve => {
      const stop = new BroadcastTabChannel('test paid').listen(message => {
        stop()
        resolve(message)
      })
    })
    const stop = new BroadcastTabChannel('another paid').listen(listener)
    here.send({ viewer: 5, order: 9 })
    expect(await other).toEqual({ viewer: 5, order: 9 })
    expect(listener).not.toHaveBeenCalled()
    stop()
  })

  it('work without BroadcastChannel', () => {
    vi.stubGlobal('BroadcastChannel', undefined)
    const tabs = new BroadcastTabChannel('test paid')
    tabs.send({ viewer: 5, order: 9 })
    tabs.listen(() => expect.unreachable('no message is expected'))()
  })
})

it('A store is created on first use, and reused afterwards', () => {
  const billing = createBillingStore(server)
  const reset = vi.fn()
  const createStore = () => ({ reset })
  expect(billing.resolve(createStore)).toBe(billing.resolve(createStore))
  billing.reset()
  expect(reset).toHaveBeenCalledTimes(1)
})
