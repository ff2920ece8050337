import { configure } from 'mobx'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { FakeServer } from '@/shared/testing/fakes'
import { aUser } from '../fakes'
import { createChannel } from '../testing/createChannel'
import { type RegistrationStore, registrationStore } from './RegistrationStore'

configure({ enforceActions: 'always' })

const REGISTER = '/api/v2/auth/register'
const maya = {
  first_name: 'Maya',
  last_name: 'Halvorsen',
  email: 'maya@example.com',
  phone: '',
  password: 'hockeynight',
  password_confirmation: 'hockeynight',
  accept_terms: true,
  robot_token: '',
}

let server: FakeServer
let store: RegistrationStore
const viewerChanges = vi.fn()

beforeEach(async () => {
  server = new FakeServer()
  viewerChanges.mockReset()
  store = (await createChannel(server, { changed: viewerChanges })).resolve(registrationStore)
})

function type(values: Partial<typeof maya>) {
  for (const [name, value] of Object.entries(values)) store.form.change(name as 'email', value as string)
}

describe('registration', () => {
  it('sends the typed values, and shows the new viewer that an email is on its way', async () => {
    server.on(REGISTER, { json: { data: { api_key: 'new', user: aUser() } } })
    type({ ...maya, email: ' maya@example.com ' })
    await store.submit()
    const { phone: _phone, robot_token: _token, ...sent } = maya
    expect(server.requests[0]?.body).toEqual({ api_key: 'key', ...sent })
    expect(viewerChanges).toHaveBeenCalledWith({ user: aUser(), to: '/verify-notice', entered: true })
  })

  it('shows the specification’s message for every invalid field', async () => {
    type({ password: 'short', password_confirmation: 'shorter', phone: '12' })
    await store.submit()
    expect(store.form.errors).toEqual({
      first_name: [{ code: 'errors.first_name_required' }],
      last_name: [{ code: 'errors.last_name_required' }],
      email: [{ code: 'errors.email_required' }],
      phone: [{ code: 'errors.invalid_phone' }],
      password: [{ code: 'errors.password_too_short' }],
      password_confirmation: [{ code: 'errors.password_mismatch' }],
      accept_terms: [{ code: 'errors.terms_required' }],
    })
    expect(server.requests).toEqual([])
  })

  it('shows an error of the server at its field', async () => {
    const sentence = 'The email address you have entered is already registered'
    const error_codes = { email: [{ code: 'errors.email_taken', params: {} }] }
    server.on(REGISTER, {
      status: 422,
      json: { message: sentence, errors: { email: [sentence] }, error_codes },
    })
    type({ ...maya, robot_token: 'pass' })
    await store.submit()
    expect(store.form.errorOf('email')).toEqual({ code: 'errors.email_taken', params: {}, text: sentence })
    expect(store.form.errorMessage).toBeNull()
    expect(store.form.values.robot_token).toBe('')
    expect(viewerChanges).not.toHaveBeenCalled()
  })

  it('keeps the typed values while the viewer reads the terms, except passwords', () => {
    type({ ...maya, robot_token: 'pass' })
    store.leave()
    expect(store.form.values).toEqual({ ...maya, password: '', password_confirmation: '', robot_token: '' })
  })
})
