import { configure } from 'mobx'
import { beforeEach, describe, expect, it } from 'vitest'
import { FakeServer } from '@/shared/testing/fakes'
import type { ChannelStore } from '../ChannelStore'
import { aUser } from '../fakes'
import type { User } from '../model'
import { createChannel } from '../testing/createChannel'
import { type EditProfileStore, editProfileStore } from './EditProfileStore'

configure({ enforceActions: 'always' })

const PROFILE = '/api/profile'
let server: FakeServer
let channel: ChannelStore
let store: EditProfileStore

async function edit(changes: Partial<User> = {}) {
  channel = await createChannel(server, { user: aUser(changes) })
  store = channel.resolve(editProfileStore)
}

function type(values: Partial<EditProfileStore['form']['values']>) {
  for (const [name, value] of Object.entries(values)) store.form.change(name as 'phone', value)
}

beforeEach(() => {
  server = new FakeServer().on(PROFILE, { json: { data: aUser({ last_name: 'Berg' }) } })
})

describe('a profile', () => {
  it('is changed without a password, and the viewer has the new name', async () => {
    await edit({ phone: '15550102030' })
    type({ last_name: 'Berg' })
    expect(await store.submit()).toBe(true)
    expect(server.requests[0]?.body).toEqual({
      api_key: 'key',
      _method: 'patch',
      first_name: 'Maya',
      last_name: 'Berg',
      phone: '15550102030',
      language: 'en',
    })
    expect(channel.viewer.user?.last_name).toBe('Berg')
  })

  it('is saved after the viewer leaves the form, and keeps text typed later', async () => {
    await edit()
    type({ last_name: 'Berg' })
    const sent = store.submit()
    store.reset()
    type({ phone: '555' })
    expect(await sent).toBe(false)
    expect([channel.viewer.user?.last_name, store.form.values.phone]).toEqual(['Berg', '555'])
  })

  it('is validated before the request', async () => {
    await edit()
    type({ first_name: ' ', last_name: '', phone: '12', password: 'short', password_confirmation: 'other' })
    expect(await store.submit()).toBe(false)
    expect(server.requests).toEqual([])
    expect(store.form.errors).toEqual({
      first_name: [{ code: 'errors.first_name_required' }],
      last_name: [{ code: 'errors.last_name_required' }],
      phone: [{ code: 'errors.invalid_phone' }],
      password: [{ code: 'errors.password_too_short' }],
      password_confirmation: [{ code: 'errors.password_mismatch' }],
      current_password: [{ code: 'errors.required' }],
    })
  })

  it('shows an error for a wrong password, and keeps the typed text', async () => {
    server.on(PROFILE, {
      status: 400,
      json: { code: 'errors.incorrect_password', message: 'Incorrect password' },
    })
    await edit()
    type({ password: 'hockey night', password_confirmation: 'hockey night', current_password: 'wrong' })
    expect(await store.submit()).toBe(false)
    expect(store.form.errorMessage?.code).toBe('errors.incorrect_password')
    expect(store.form.values.password).toBe('hockey night')
  })

  it('keeps no password after it is saved', async () => {
    await edit()
    type({ password: 'hockey night', password_confirmation: 'hockey night', current_password: 'old one' })
    await store.submit()
    expect(server.requests[0]?.body).toMatchObject({ password: 'hockey night', current_password: 'old one' })
    expect(store.form.values).toMatchObject({ password: '', password_confirmation: '', current_password: '' })
  })
})

describe('the current password', () => {
  it('is required only with a new one', async () => {
    await edit()
    expect(store.requiresCurrentPassword).toBe(false)
    type({ password: 'h' })
    expect(store.requiresCurrentPassword).toBe(true)
  })

  it('is not required of viewers without one', async () => {
    await edit({ has_password: false })
    type({ password: 'hockey night', password_confirmation: 'hockey night' })
    expect(store.requiresCurrentPassword).toBe(false)
    await store.submit()
    expect(server.requests[0]?.body).not.toHaveProperty('current_password')
  })

  it('is not required while it is temporary: only the new password is sent', async () => {
    await edit({ temporary_password: true })
    expect(await store.submit()).toBe(false)
    expect(store.form.errors).toEqual({ password: [{ code: 'errors.required' }] })
    type({ password: 'hockey night', password_confirmation: 'hockey night' })
    expect(await store.submit()).toBe(true)
    expect(server.requests[0]?.body).toEqual({
      api_key: 'key',
      _method: 'patch',
      password: 'hockey night',
      password_confirmation: 'hockey night',
    })
    expect(channel.viewer.hasTemporaryPassword).toBe(false)
  })
})
