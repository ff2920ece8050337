import { describe, expect, it } from 'vitest'
import { API_KEY, EMAIL, fromState, sessionAt, withBody } from '@/shared/testing/pact'
import { AccountApi } from './accountApi'
import { PASSWORD, refusalOf, respondWithLogIn, visitorInteraction } from './testing/pact'

const SOCIAL = '/api/v2/auth/social/google'
const apiAt = (host: string) => new AccountApi(sessionAt(host))
/** The callback of the contract's provider. Its code identifies the viewer. */
const callbackParams = { code: EMAIL, state: 'sealed' }
const postedBody = { code: EMAIL, state: fromState('state', 'sealed') }

const returningVisitor = () =>
  visitorInteraction().given('a pending social log-in', { api_key: API_KEY, provider: 'google' })

describe('a social log-in', () => {
  it('logs in a viewer with an account', async () => {
    await returningVisitor()
      .given('an account', { email: EMAIL })
      .uponReceiving('a request to log in with a provider')
      .withRequest('POST', SOCIAL, withBody(postedBody))
      .willRespondWith(200, respondWithLogIn)
      .executeTest(async ({ url }) => {
        expect((await apiAt(url).socialLogin('google', callbackParams)).user.email).toBe(EMAIL)
      })
  })

  it('requires a new viewer to accept the terms', async () => {
    const code = 'errors.not_registered'
    await returningVisitor()
      .uponReceiving('a request to register with a provider')
      .withRequest('POST', SOCIAL, withBody(postedBody))
      .willRespondWith(400, refusalOf(code))
      .executeTest(async ({ url }) => {
        await expect(apiAt(url).socialLogin('google', callbackParams)).rejects.toMatchObject({
          status: 400,
          code,
        })
      })
  })

  it('creates an account after the terms are accepted', async () => {
    await returningVisitor()
      .uponReceiving('a request to register with a provider and accept the terms')
      .withRequest('POST', SOCIAL, withBody({ ...postedBody, accept_terms: true }))
      .willRespondWith(200, respondWithLogIn)
      .executeTest(async ({ url }) => {
        const { user } = await apiAt(url).socialLogin('google', { ...callbackParams, accept_terms: true })
        expect(user.email).toBe(EMAIL)
      })
  })

  it('requires the password of the account when it is linked for the first time', async () => {
    const error = 'password_required'
    const code = 'errors.password_required'
    await returningVisitor()
      .given('an account', { email: EMAIL, password: PASSWORD })
      .uponReceiving('a request to log in with a provider that is not linked')
      .withRequest('POST', SOCIAL, withBody(postedBody))
      .willRespondWith(400, refusalOf(code, { error }))
      .executeTest(async ({ url }) => {
        await expect(apiAt(url).socialLogin('google', callbackParams)).rejects.toMatchObject({
          code,
          reason: error,
        })
      })
  })

  it('succeeds with that password', async () => {
    await returningVisitor()
      .given('an account', { email: EMAIL, password: PASSWORD })
      .uponReceiving('a request to link a provider with the password of the account')
      .withRequest('POST', SOCIAL, withBody({ ...postedBody, password: PASSWORD }))
      .willRespondWith(200, respondWithLogIn)
      .executeTest(async ({ url }) => {
        const { user } = await apiAt(url).socialLogin('google', { ...callbackParams, password: PASSWORD })
        expect(user.email).toBe(EMAIL)
      })
  })

  it('requires the code of a second factor', async () => {
    const error = 'second_factor_required'
    await returningVisitor()
      .given('an account', { email: EMAIL })
      .given('an authenticator app', { email: EMAIL })
      .uponReceiving('a request to log in with a provider without the code of the second factor')
      .withRequest('POST', SOCIAL, withBody(postedBody))
      .willRespondWith(400, refusalOf('errors.second_factor_required', { error }))
      .executeTest(async ({ url }) => {
        await expect(apiAt(url).socialLogin('google', callbackParams)).rejects.toMatchObject({
          reason: error,
        })
      })
  })

  it('with a wrong state or code is rejected', async () => {
    const code = 'errors.invalid_auth_data'
    const wrongParams = { code: EMAIL, state: 'made up' }
    await visitorInteraction()
      .uponReceiving('a request to log in with a provider with an invalid state')
      .withRequest('POST', SOCIAL, withBody(wrongParams))
      .willRespondWith(400, refusalOf(code))
      .executeTest(async ({ url }) => {
        await expect(apiAt(url).socialLogin('google', wrongParams)).rejects.toMatchObject({ code })
      })
  })
})
