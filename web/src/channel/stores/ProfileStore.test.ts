import { configure } from 'mobx'
import { beforeEach, describe, expect, it } from 'vitest'
import { FakeServer } from '@/shared/testing/fakes'
import type { ChannelStore } from '../ChannelStore'
import { aUser } from '../fakes'
import { createChannel } from '../testing/createChannel'
import { deletionRequestStore } from './DeletionRequestStore'
import { type ProfileStore, profileStore } from './ProfileStore'

configure({ enforceActions: 'always' })

const FILE = '/api/account-export'
const END = '/api/delete-account-request'
let server: FakeServer
let channel: ChannelStore
let store: ProfileStore

beforeEach(async () => {
  server = new FakeServer()
  channel = await createChannel(server, { user: aUser({ email_verified: false }) })
  store = channel.resolve(profileStore)
})

describe('an account', () => {
  it('loads what its passes allow', async () => {
    server.on('/api/user/access', { json: { data: { capabilities: { watch: true }, passes: [] } } })
    await store.loadAccess()
    expect(store.access.value?.capabilities).toEqual({ watch: true })
  })

  it('can be downloaded as a file', async () => {
    server.on(FILE, { headers: { 'Content-Type': 'application/zip' }, json: 'zip' })
    expect(await (await store.downloadData())?.text()).toBe('"zip"')
  })

  it('shows an error if the file fails to download', async () => {
    server.on(FILE, { status: 503 })
    expect(await store.downloadData()).toBeNull()
    expect(store.dataExport.errorMessage?.code).toBe('errors.server')
  })
})

describe('deleting the account', () => {
  it('requires the password', async () => {
    const end = channel.resolve(deletionRequestStore)
    await end.submit()
    expect(end.form.errorOf('current_password')?.code).toBe('errors.required')
    expect(server.requests).toEqual([])
    server.on(END, { status: 204 })
    end.form.change('current_password', 'hockey night')
    await end.submit()
    expect(server.requests[0]?.body).toEqual({ api_key: 'key', current_password: 'hockey night' })
    expect([end.form.state.kind, end.form.values.current_password]).toEqual(['success', ''])
    end.form.change('current_password', 'hockey')
    end.reset()
    expect(end.form.values.current_password).toBe('')
  })

  it('requires no password from viewers without one', async () => {
    channel = await createChannel(server, { user: aUser({ has_password: false }) })
    server.on(END, { status: 204 })
    const end = channel.resolve(deletionRequestStore)
    await end.submit()
    expect(server.requests[0]?.body).toEqual({ api_key: 'key' })
    expect(end.form.state.kind).toBe('success')
  })
})
