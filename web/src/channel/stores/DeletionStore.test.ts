import { configure } from 'mobx'
import { beforeEach, expect, it, vi } from 'vitest'
import { FakeServer } from '@/shared/testing/fakes'
import { aUser } from '../fakes'
import { createChannel } from '../testing/createChannel'
import { deletionStore } from './DeletionStore'

configure({ enforceActions: 'always' })

const CONFIRM = '/api/delete-account-confirm'
const link = { email: 'maya@example.com', expires: '1790000000', signature: 's1' }
const viewerChanges = vi.fn()
let server: FakeServer

beforeEach(() => {
  viewerChanges.mockReset()
  server = new FakeServer().on(CONFIRM, { status: 204 })
})

it('Deleting an account leaves a visitor with a new key, without a log-out call', async () => {
  const channel = await createChannel(server, { user: aUser(), changed: viewerChanges })
  const store = channel.resolve(deletionStore)
  await store.confirm(link)
  expect(server.requests[0]).toMatchObject({ path: CONFIRM, body: link })
  expect(server.paths).not.toContain('/api/auth/logout')
  expect(channel.shell.storage.get('api_key')).toBe('fresh')
  expect(channel.viewer.user).toBeNull()
  expect(viewerChanges).toHaveBeenCalledWith({ user: null, to: '/' })
  expect([store.hasDeletedAccount(link), store.hasDeletedAccount({ ...link, signature: 's2' })]).toEqual([
    true,
    false,
  ])
})

it('Another viewer who is logged in here stays logged in', async () => {
  const channel = await createChannel(server, {
    user: aUser({ email: 'other@example.com' }),
    changed: viewerChanges,
  })
  await channel.resolve(deletionStore).confirm(link)
  expect(channel.viewer.user?.email).toBe('other@example.com')
  expect(viewerChanges).not.toHaveBeenCalled()
})

it('A rejected link deletes nothing', async () => {
  server.on(CONFIRM, {
    status: 400,
    json: { code: 'errors.verification_failed', message: 'Verification failed' },
  })
  const channel = await createChannel(server, { user: aUser(), changed: viewerChanges })
  const store = channel.resolve(deletionStore)
  await store.confirm(link)
  expect(store.form.errorMessage?.code).toBe('errors.verification_failed')
  expect(store.hasDeletedAccount(link)).toBe(false)
  expect(channel.viewer.user).not.toBeNull()
})
