import { describe, expect, it } from 'vitest'
import { API_KEY, sessionAt } from '@/shared/testing/pact'
import { AccountApi } from './accountApi'
import { aVisitor, EMAIL, letsIn, made, PASSWORD, refuses, sends } from './pacts'

const SOCIAL = '/api/v2/auth/social/google'
const apiAt = (host: string) => new AccountApi(sessionAt(host))
/** What somebody brings back; the code of the contracts' provider is who they are. */
const brought = { code: EMAIL, state: 'sealed' }
const posted = { code: EMAIL, state: made('state', 'sealed') }

const somebodyBack = () =>
  aVisitor().given('a return from a provider', { api_key: API_KEY, provider: 'google' })

describe('a social log-in', () => {
  it('lets in who has an account', async () => {
    await somebodyBack()
      .given('an account', { email: EMAIL })
      .uponReceiving('a viewer who comes back from a provider')
      .withRequest('POST', SOCIAL, sends(posted))
      .willRespondWith(200, letsIn)
      .executeTest(async ({ url }) => {
        expect((await apiAt(url).social('google', brought)).user.email).toBe(EMAIL)
      })
  })

  it('asks a newcomer for the terms', async () => {
    const message =
      'You are not registered yet. Please accept terms and conditions and click Register to continue.'
    await somebodyBack()
      .uponReceiving('a newcomer who comes back from a provider')
      .withRequest('POST', SOCIAL, sends(posted))
      .willRespondWith(400, refuses(message))
      .executeTest(async ({ url }) => {
        await expect(apiAt(url).social('google', brought)).rejects.toMatchObject({ status: 400, message })
      })
  })

  it('makes an account for one who accepts them', async () => {
    await somebodyBack()
      .uponReceiving('a newcomer who accepts the terms')
      .withRequest('POST', SOCIAL, sends({ ...posted, accept_terms: true }))
      .willRespondWith(200, letsIn)
      .executeTest(async ({ url }) => {
        const { user } = await apiAt(url).social('google', { ...brought, accept_terms: true })
        expect(user.email).toBe(EMAIL)
      })
  })

  it('asks for the password of the account that it is linked to for the first time', async () => {
    const error = 'password_required'
    const message =
      'There is an account with this email address already. Enter its password to log in this way from now on.'
    await somebodyBack()
      .given('an account', { email: EMAIL, password: PASSWORD })
      .uponReceiving('a viewer with a password who comes back from a provider for the first time')
      .withRequest('POST', SOCIAL, sends(posted))
      .willRespondWith(400, refuses(message, { error }))
      .executeTest(async ({ url }) => {
        await expect(apiAt(url).social('google', brought)).rejects.toMatchObject({ message, reason: error })
      })
  })

  it('lets in who enters that password', async () => {
    await somebodyBack()
      .given('an account', { email: EMAIL, password: PASSWORD })
      .uponReceiving('a viewer who links a provider by the password of the account')
      .withRequest('POST', SOCIAL, sends({ ...posted, password: PASSWORD }))
      .willRespondWith(200, letsIn)
      .executeTest(async ({ url }) => {
        const { user } = await apiAt(url).social('google', { ...brought, password: PASSWORD })
        expect(user.email).toBe(EMAIL)
      })
  })

  it('asks for the code of a second factor', async () => {
    const error = 'second_factor_required'
    await somebodyBack()
      .given('an account', { email: EMAIL })
      .given('an authenticator app', { email: EMAIL })
      .uponReceiving('a viewer with a second factor who comes back from a provider')
      .withRequest('POST', SOCIAL, sends(posted))
      .willRespondWith(400, refuses('Enter the code of your authenticator app', { error }))
      .executeTest(async ({ url }) => {
        await expect(apiAt(url).social('google', brought)).rejects.toMatchObject({ reason: error })
      })
  })

  it('of which state or code are wrong is refused', async () => {
    const message = 'Wrong auth data'
    const wrong = { code: EMAIL, state: 'made up' }
    await aVisitor()
      .uponReceiving('somebody who comes back with a wrong state')
      .withRequest('POST', SOCIAL, sends(wrong))
      .willRespondWith(400, refuses(message))
      .executeTest(async ({ url }) => {
        await expect(apiAt(url).social('google', wrong)).rejects.toMatchObject({ message })
      })
  })
})
