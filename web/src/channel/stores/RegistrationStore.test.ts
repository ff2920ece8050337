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
  it('sends what was typed, and shows the newcomer that a letter is on its way', async () => {
    server.on(REGISTER, { json: { data: { api_key: 'new', user: aUser() } } })
    type({ ...maya, email: ' maya@example.com ' })
    await store.submit()
    const { phone: _phone, robot_token: _token, ...sent } = maya
    expect(server.requests[0]?.body).toEqual({ api_key: 'key', ...sent })
    expect(viewerChanges).toHaveBeenCalledWith({ user: aUser(), to: '/verify-notice', entered: true })
  })

  it('names every field that is wrong, in the words of the specification', async () => {
    type({ password: 'short', password_confirmation: 'shorter', phone: '12' })
    await store.submit()
    expect(store.form.errors).toEqual({
      first_name: ['Enter your first name'],
      last_name: ['Enter your last name'],
      email: ['Enter your Email'],
      phone: ['A valid phone number is required'],
      password: ['The password is too short'],
      password_confirmation: ['The password and password confirmation do not match'],
      accept_terms: ['Please accept terms & conditions'],
    })
    expect(server.requests).toEqual([])
  })

  it('shows what only the server knows at the field that it concerns', async () => {
    const sentence = 'The email address you have entered is already registered'
    server.on(REGISTER, { status: 422, json: { message: sentence, errors: { email: [sentence] } } })
    type({ ...maya, robot_token: 'pass' })
    await store.submit()
    expect(store.form.errorOf('email')).toBe(sentence)
    expect(store.form.errorMessage).toBeNull()
    expect(store.form.values.robot_token).toBe('')
    expect(viewerChanges).not.toHaveBeenCalled()
  })

  it('keeps what was typed while somebody reads the terms, but for the passwords', () => {
    type({ ...maya, robot_token: 'pass' })
    store.leave()
    expect(store.form.values).toEqual({ ...maya, password: '', password_confirmation: '', robot_token: '' })
  })
})
