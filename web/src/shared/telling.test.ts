import { expect, it, vi } from 'vitest'
import { Telling } from './telling'

it('what was told before somebody listens is heard once they do, with its time', () => {
  let now = 1
  const telling = new Telling(() => now)
  telling.tell('page', { path: '/' })
  now = 2
  const heard = vi.fn()
  telling.listen(heard)
  now = 3
  telling.tell('login', {})
  expect(heard.mock.calls.map(([told]) => told)).toEqual([
    { name: 'page', fact: { path: '/' }, at: 1 },
    { name: 'login', fact: {}, at: 3 },
  ])
})

it('so much is kept for whoever listens later, and no more', () => {
  const telling = new Telling()
  for (let page = 0; page < 150; page++) telling.tell('page', { path: `/watch/${page}` })
  const heard = vi.fn()
  telling.listen(heard)
  expect(heard).toHaveBeenCalledTimes(100)
})
