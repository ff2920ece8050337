import { describe, expect, it, vi } from 'vitest'
import { anOrder } from '../fakes'
import { RedeemStore } from './RedeemStore'

function setUp(stored = new Map<string, unknown>()) {
  const storage = {
    get: <Value>(name: string) => (stored.get(name) as Value | undefined) ?? null,
    set: (name: string, value: unknown) => void stored.set(name, value),
    remove: (name: string) => void stored.delete(name),
  }
  const redeem = vi.fn(async () => anOrder(9))
  return { stored, redeem, store: new RedeemStore({ redeem }, storage, vi.fn()) }
}

describe('redeeming a code', () => {
  it('keeps the code of a link during the log-in, and redeems nothing before the press', () => {
    const before = setUp()
    before.store.open('ABCD-EFGH')
    const after = setUp(before.stored)
    after.store.open('')
    expect(after.store.form.values.code).toBe('ABCD-EFGH')
    expect(after.redeem).not.toHaveBeenCalled()
  })

  it('forgets the code once it is redeemed', async () => {
    const { store, stored } = setUp()
    store.open('ABCD-EFGH')
    await store.redeem()
    expect(store.order?.id).toBe(9)
    expect(stored.size).toBe(0)
  })
})
