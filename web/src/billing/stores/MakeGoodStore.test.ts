import { describe, expect, it, vi } from 'vitest'
import type { MakeGoodApi, MakeGoodPlan } from '../makeGoodApi'
import { MakeGoodStore } from './MakeGoodStore'

const PLAN: MakeGoodPlan = {
  event_id: 12,
  mode: 'propose',
  is_measured: true,
  is_final: true,
  is_over: false,
  currency: 'USD',
  unpaid: '3.00',
  unpaid_count: 1,
  paid: '0.00',
  make_goods: [],
}

function setUp(changes: Partial<MakeGoodApi> = {}) {
  const api = {
    waiting: vi.fn(async () => []),
    plan: vi.fn(async () => PLAN),
    pay: vi.fn(async () => ({ ...PLAN, unpaid: '0.00', unpaid_count: 0, paid: '3.00' })),
    dismiss: vi.fn(async () => undefined),
    ...changes,
  }
  return { api, store: new MakeGoodStore(api as unknown as MakeGoodApi) }
}

describe('the make-goods of an event', () => {
  it('are paid with the total that the operator saw', async () => {
    const { api, store } = setUp()
    await store.load('final')
    expect(await store.pay('final')).toBe(true)
    expect(api.pay).toHaveBeenCalledWith('final', '3.00')
    expect(store.plan.value?.paid).toBe('3.00')
  })

  it('are not paid before they are shown', async () => {
    const { api, store } = setUp()
    expect(await store.pay('final')).toBe(false)
    expect(api.pay).not.toHaveBeenCalled()
  })

  it('stay as they are if the payment is refused, and the dialog shows why', async () => {
    const { store } = setUp({
      pay: vi.fn(async () => Promise.reject(new Error('The amounts have changed.'))),
    })
    await store.load('final')
    expect(await store.pay('final')).toBe(false)
    expect(store.plan.value?.unpaid).toBe('3.00')
  })

  it('are loaded again after one was dismissed with a reason', async () => {
    const { api, store } = setUp()
    await store.load('final')
    store.dismissForm.change('reason', '  Agreed by phone ')
    expect(await store.dismiss(7)).toBe(true)
    expect(api.dismiss).toHaveBeenCalledWith(7, 'Agreed by phone')
    expect(api.plan).toHaveBeenCalledTimes(2)
  })

  it('are forgotten when the page is left', async () => {
    const { store } = setUp()
    await store.load('final')
    store.reset()
    expect(store.plan.value).toBeNull()
  })
})
