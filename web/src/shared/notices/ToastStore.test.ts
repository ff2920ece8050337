import { configure } from 'mobx'
import { describe, expect, it } from 'vitest'
import { ToastStore } from './ToastStore'

configure({ enforceActions: 'always' })

describe('a toast', () => {
  it('is an info for 5000 ms by default', () => {
    const store = new ToastStore()
    store.show('Saved')
    expect(store.toasts).toEqual([{ id: 1, text: 'Saved', type: 'info', time: 5_000 }])
  })

  it('can be a success or an error, and stay longer', () => {
    const store = new ToastStore()
    store.show('Paid', { type: 'success' })
    store.show('Declined', { type: 'error', time: 10_000 })
    expect(store.toasts.map(({ type, time }) => [type, time])).toEqual([
      ['success', 5_000],
      ['error', 10_000],
    ])
  })

  it('does not appear twice, and can return after it was closed', () => {
    const store = new ToastStore()
    store.show('Offline')
    store.show('Offline')
    expect(store.toasts).toHaveLength(1)
    store.close(1)
    store.close(99)
    expect(store.toasts).toHaveLength(0)
    store.show('Offline')
    expect(store.toasts).toHaveLength(1)
    expect(store.hasShown).toBe(true)
  })
})
