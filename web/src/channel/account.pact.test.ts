import { MatchersV3 } from '@pact-foundation/pact'
import { describe, expect, it, vi } from 'vitest'
import {
  API_KEY,
  CHANNEL_KEY,
  EMAIL,
  fromState,
  sessionAt,
  storageWith,
  withBody,
  withQuery,
} from '@/shared/testing/pact'
import { AccountApi, type Registration } from './accountApi'
import { ViewerStore } from './stores/ViewerStore'
import {
  PASSWORD,
  refusalOf,
  respondWithFieldError,
  respondWithLogIn,
  respondWithUser,
  viewerInteraction,
  visitorInteraction,
} from './testing/pact'

const { regex, string } = MatchersV3

const apiAt = (host: string) => new AccountApi(sessionAt(host))
const newAccount = { email: EMAIL, password: PASSWORD }

describe('a log-in', () => {
  const LOGIN = '/api/v2/auth/login'
  const WANTS_CODE = 'errors.second_factor_required'
  const right = { login: EMAIL, password: PASSWORD }

  it('by email address returns a new API key', async () => {
    await visitorInteraction()
      .given('an account', newAccount)
      .uponReceiving('a request to log in by email address')
      .withRequest('POST', LOGIN, withBody(right))
      .willRespondWith(200, respondWithLogIn)
      .executeTest(async ({ url }) => {
        expect((await apiAt(url).login(right)).user.email).toBe(EMAIL)
      })
  })

  it('by phone number returns a new API key', async () => {
    const typed = { login: '+1 555 010 2030', password: PASSWORD }
    await visitorInteraction()
      .given('an account', { ...newAccount, phone: '15550102030' })
      .uponReceiving('a request to log in by phone number')
      .withRequest('POST', LOGIN, withBody(typed))
      .willRespondWith(200, respondWithLogIn)
      .executeTest(async ({ url }) => {
        expect((await apiAt(url).login(typed)).api_key).toBe('tlk_another')
      })
  })

  it('with a wrong password is rejected', async () => {
    const typed = { login: EMAIL, password: 'something else' }
    const code = 'errors.invalid_credentials'
    await visitorInteraction()
      .given('an account', newAccount)
      .uponReceiving('a request to log in with a wrong password')
      .withRequest('POST', LOGIN, withBody(typed))
      .willRespondWith(400, refusalOf(code))
      .executeTest(async ({ url }) => {
        await expect(apiAt(url).login(typed)).rejects.toMatchObject({ status: 400, code })
      })
  })

  it('of a logged-in viewer is rejected', async () => {
    const code = 'errors.already_logged_in'
    await viewerInteraction()
      .uponReceiving('a request to log in while logged in')
      .withRequest('POST', LOGIN, withBody(right))
      .willRespondWith(400, refusalOf(code))
      .executeTest(async ({ url }) => {
        await expect(apiAt(url).login(right)).rejects.toMatchObject({ code })
      })
  })

  it('requires the code of a second factor', async () => {
    const error = 'second_factor_required'
    await visitorInteraction()
      .given('an account', newAccount)
      .given('an authenticator app', { email: EMAIL })
      .uponReceiving('a request to log in without the code of the second factor')
      .withRequest('POST', LOGIN, withBody(right))
      .willRespondWith(400, refusalOf(WANTS_CODE, { error }))
      .executeTest(async ({ url }) => {
        await expect(apiAt(url).login(right)).rejects.toMatchObject({ code: WANTS_CODE, reason: error })
      })
  })

  it('succeeds with the right code', async () => {
    await visitorInteraction()
      .given('an account', newAccount)
      .given('an authenticator app', { email: EMAIL })
      .uponReceiving('a request to log in with a code')
      .withRequest('POST', LOGIN, withBody({ ...right, code: fromState('otp', '123456') }))
      .willRespondWith(200, respondWithLogIn)
      .executeTest(async ({ url }) => {
        expect((await apiAt(url).login({ ...right, code: '123456' })).user.email).toBe(EMAIL)
      })
  })

  it('is rejected with a wrong code', async () => {
    const [error, code] = ['second_factor_wrong', 'errors.incorrect_second_factor']
    await visitorInteraction()
      .given('an account', newAccount)
      .given('an authenticator app', { email: EMAIL })
      .uponReceiving('a request to log in with a wrong code')
      .withRequest('POST', LOGIN, withBody({ ...right, code: 'wrong' }))
      .willRespondWith(400, refusalOf(code, { error }))
      .executeTest(async ({ url }) => {
        const call = apiAt(url).login({ ...right, code: 'wrong' })
        await expect(call).rejects.toMatchObject({ code, reason: error })
      })
  })
})

describe('a request to register', () => {
  const REGISTER = '/api/v2/auth/register'
  const form: Registration = {
    first_name: 'Maya',
    last_name: 'Halvorsen',
    email: EMAIL,
    phone: '+1 555 010 2030',
    password: PASSWORD,
    password_confirmation: PASSWORD,
    accept_terms: true,
  }

  it('creates an account and logs the viewer in', async () => {
    await visitorInteraction()
      .uponReceiving('a request to register')
      .withRequest('POST', REGISTER, withBody(form))
      .willRespondWith(200, respondWithLogIn)
      .executeTest(async ({ url }) => {
        expect((await apiAt(url).register(form)).user.email).toBe(EMAIL)
      })
  })

  it.each([
    ['email', {}, 'errors.email_taken'],
    ['first_name', { first_name: '' }, 'errors.first_name_required'],
    ['phone', { phone: '12' }, 'errors.invalid_phone'],
    ['password', { password: 'puck', password_confirmation: 'puck' }, 'errors.password_too_short'],
    ['password_confirmation', { password_confirmation: 'other' }, 'errors.password_mismatch'],
    ['accept_terms', { accept_terms: false }, 'errors.terms_required'],
  ])('shows an error for a wrong %s', async (field, changes, code) => {
    const typed = { ...form, email: field === 'email' ? EMAIL : 'new@example.com', ...changes }
    await visitorInteraction()
      .given('an account', newAccount)
      .uponReceiving(`a request to register with an invalid ${field}`)
      .withRequest('POST', REGISTER, withBody(typed))
      .willRespondWith(422, respondWithFieldError(field, code))
      .executeTest(async ({ url }) => {
        const call = apiAt(url).register(typed)
        await expect(call).rejects.toMatchObject({ status: 422, errors: { [field]: [{ code }] } })
      })
  })
})

describe('the current viewer', () => {
  const marked = { api_key: API_KEY, channel_key: CHANNEL_KEY, logged_in: true }

  function viewerAt(host: string) {
    const storage = storageWith(marked)
    return new ViewerStore(sessionAt(host, storage), storage, vi.fn())
  }

  it('is returned for a key of a viewer', async () => {
    await viewerInteraction({ phone: '15550102030' })
      .uponReceiving('a request for the profile of a viewer')
      .withRequest('GET', '/api/profile', withQuery())
      .willRespondWith(200, respondWithUser({ phone: string('15550102030') }))
      .executeTest(async ({ url }) => {
        const viewer = viewerAt(url)
        await viewer.load()
        expect(viewer.user).toMatchObject({ email: EMAIL, phone: '15550102030' })
      })
  })

  it('is missing for an anonymous key', async () => {
    await visitorInteraction()
      .uponReceiving('a request by a visitor for a profile')
      .withRequest('GET', '/api/profile', withQuery())
      .willRespondWith(401, refusalOf('errors.not_logged_in', { status: 401 }))
      .executeTest(async ({ url }) => {
        const viewer = viewerAt(url)
        await viewer.load()
        expect(viewer.user).toBeNull()
      })
  })

  it('is missing after a log-out, which fetches a fresh key', async () => {
    const fresh = regex(/^\S+$/, 'fresh')
    visitorInteraction()
      .given('a channel key', { channel_key: CHANNEL_KEY })
      .uponReceiving('a request for a new API key')
      .withRequest('POST', '/api/get_api_key', request => request.jsonBody({ channel_key: CHANNEL_KEY }))
      .willRespondWith(200, response => response.jsonBody({ data: { api_key: fresh } }))
    await viewerInteraction()
      .uponReceiving('a request to log out')
      .withRequest('POST', '/api/auth/logout', withBody())
      .willRespondWith(204)
      .executeTest(async ({ url }) => {
        const storage = storageWith(marked)
        const changed = vi.fn()
        await new ViewerStore(sessionAt(url, storage), storage, changed).logOut()
        expect(storage.get('api_key')).toBe('fresh')
        expect(changed).toHaveBeenCalledWith({ user: null, to: '/' })
      })
  })
})
