import { configure } from 'mobx'
import { beforeEach, expect, it, vi } from 'vitest'
import { FakeServer } from '@/shared/testing/fakes'
import { aUser } from '../fakes'
import { aChannel } from '../testing/aChannel'
import { deletionStore } from './DeletionStore'

configure({ enforceActions: 'always' })

const CONFIRM = '/api/delete-account-confirm'
const link = { email: 'maya@example.com', expires: '1790000000', signature: 's1' }
const changed = vi.fn()
let server: FakeServer

beforeEach(() => {
  changed.mockReset()
  server = new FakeServer().on(CONFIRM, { status: 204 })
})

it('An account that ends leaves a visitor with a fresh key, and logs out of nothing', async () => {
  const channel = await aChannel(server, { user: aUser(), changed })
  const store = channel.bring(deletionStore)
  await store.confirm(link)
  expect(server.asked[0]).toMatchObject({ path: CONFIRM, body: link })
  expect(server.paths).not.toContain('/api/auth/logout')
  expect(channel.shell.storage.get('api_key')).toBe('fresh')
  expect(channel.viewer.user).toBeNull()
  expect(changed).toHaveBeenCalledWith({ user: null, to: '/' })
  expect([store.endedFor(link), store.endedFor({ ...link, signature: 's2' })]).toEqual([true, false])
})

it('Somebody else who is logged in here stays', async () => {
  const channel = await aChannel(server, { user: aUser({ email: 'other@example.com' }), changed })
  await channel.bring(deletionStore).confirm(link)
  expect(channel.viewer.user?.email).toBe('other@example.com')
  expect(changed).not.toHaveBeenCalled()
})

it('A link that is not taken ends nothing', async () => {
  server.on(CONFIRM, { status: 400, json: { message: 'Verification failed' } })
  const channel = await aChannel(server, { user: aUser(), changed })
  const store = channel.bring(deletionStore)
  await store.confirm(link)
  expect(store.form.refusal).toBe('Verification failed')
  expect(store.endedFor(link)).toBe(false)
  expect(channel.viewer.user).not.toBeNull()
})
