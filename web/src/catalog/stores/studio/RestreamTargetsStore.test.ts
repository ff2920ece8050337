import { expect, it } from 'vitest'
import type { RestreamApi, RestreamTarget } from '../../restreamApi'
import { RestreamTargetsStore } from './RestreamTargetsStore'

const TARGET: RestreamTarget = {
  id: 4,
  name: 'Our YouTube',
  service: 'youtube',
  server_url: 'rtmps://a.rtmps.youtube.com/live2',
  is_always: false,
}

it('forgets a key that arrives after the operator has left the page', async () => {
  let answer: (key: string) => void = () => undefined
  const revealKey = () =>
    new Promise<string>(resolve => {
      answer = resolve
    })
  const store = new RestreamTargetsStore({ revealKey } as unknown as RestreamApi)
  const revealed = store.reveal(TARGET)
  store.reset()
  answer('secret')
  await revealed
  expect(store.revealed).toBeNull()
})
