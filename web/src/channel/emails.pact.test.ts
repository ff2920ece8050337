import { describe, expect, it } from 'vitest'
import { EMAIL, fromState, sessionAt, withBody } from '@/shared/testing/pact'
import { AccountApi } from './accountApi'
import {
  PASSWORD,
  refusalOf,
  respondWithFieldError,
  viewerInteraction,
  visitorInteraction,
} from './testing/pact'

const apiAt = (host: string) => new AccountApi(sessionAt(host))
const link = { email: EMAIL, expires: '1795285800', signature: 'a1b2' }
/** The link of the provider state `a letter`. */
const signedQuery = {
  email: EMAIL,
  expires: fromState('expires', link.expires),
  signature: fromState('signature', link.signature),
}

describe('the email that verifies an address', () => {
  const VERIFY = '/api/auth/email-verify'
  const purpose = 'verify_email'

  it('contains a link that verifies it', async () => {
    await visitorInteraction()
      .given('an account', { email: EMAIL, password: PASSWORD, verified: false })
      .given('an email link', { email: EMAIL, purpose })
      .uponReceiving('a request to verify an email address with the password of the account')
      .withRequest('POST', VERIFY, withBody({ ...signedQuery, password: PASSWORD }))
      .willRespondWith(204)
      .executeTest(({ url }) => apiAt(url).verifyEmail(link, PASSWORD))
  })

  it('does not verify it without a password or a session', async () => {
    const code = 'errors.verification_password_required'
    const error = 'password_required'
    await visitorInteraction()
      .given('an account', { email: EMAIL, password: PASSWORD, verified: false })
      .given('an email link', { email: EMAIL, purpose })
      .uponReceiving('a request by another viewer to verify an email address')
      .withRequest('POST', VERIFY, withBody(signedQuery))
      .willRespondWith(400, refusalOf(code, { error }))
      .executeTest(async ({ url }) => {
        await expect(apiAt(url).verifyEmail(link)).rejects.toMatchObject({ code, reason: error })
      })
  })

  it('is rejected if the address is already verified', async () => {
    const code = 'errors.email_already_verified'
    await visitorInteraction()
      .given('an account', { email: EMAIL })
      .given('an email link', { email: EMAIL, purpose })
      .uponReceiving('a request to verify an email address that is verified')
      .withRequest('POST', VERIFY, withBody(signedQuery))
      .willRespondWith(400, refusalOf(code))
      .executeTest(async ({ url }) => {
        await expect(apiAt(url).verifyEmail(link)).rejects.toMatchObject({ code })
      })
  })

  it('is rejected with an invalid link', async () => {
    const code = 'errors.verification_failed'
    await visitorInteraction()
      .given('an account', { email: EMAIL, verified: false })
      .uponReceiving('a request to verify an email address with an invalid link')
      .withRequest('POST', VERIFY, withBody(link))
      .willRespondWith(400, refusalOf(code))
      .executeTest(async ({ url }) => {
        await expect(apiAt(url).verifyEmail(link)).rejects.toMatchObject({ code })
      })
  })

  it('is sent again', async () => {
    await viewerInteraction({ verified: false })
      .uponReceiving('a request for another verification email')
      .withRequest('POST', '/api/auth/email-verify-request', withBody())
      .willRespondWith(204)
      .executeTest(({ url }) => apiAt(url).sendVerification())
  })

  it('is not sent to a verified address', async () => {
    const code = 'errors.email_already_verified'
    await viewerInteraction()
      .uponReceiving('a request to verify a verified email address again')
      .withRequest('POST', '/api/auth/email-verify-request', withBody())
      .willRespondWith(400, refusalOf(code))
      .executeTest(async ({ url }) => {
        await expect(apiAt(url).sendVerification()).rejects.toMatchObject({ code })
      })
  })
})

describe('the email for a forgotten password', () => {
  const RESET = '/api/auth/password-reset'
  const password = 'a fresh sheet of ice'
  const newPassword = { ...signedQuery, password, password_confirmation: password }
  const givenEmail = (hours_ago = 0) =>
    visitorInteraction()
      .given('an account', { email: EMAIL, password: PASSWORD })
      .given('an email link', { email: EMAIL, purpose: 'reset_password', hours_ago })

  it.each([
    ['known', { email: EMAIL }],
    ['unknown', { email: 'nobody@example.com' }],
  ])('has the same response for an address that is %s', async (kind, form) => {
    await visitorInteraction()
      .given('an account', { email: EMAIL, password: PASSWORD })
      .uponReceiving(`a request to reset the password of an address that is ${kind}`)
      .withRequest('POST', '/api/auth/password-reset-request', withBody(form))
      .willRespondWith(204)
      .executeTest(({ url }) => apiAt(url).requestReset(form))
  })

  it('contains a link that sets a new password', async () => {
    await givenEmail()
      .uponReceiving('a request to set a new password')
      .withRequest('POST', RESET, withBody(newPassword))
      .willRespondWith(204)
      .executeTest(({ url }) => apiAt(url).resetPassword(link, password, password))
  })

  it('contains a link that expires', async () => {
    const code = 'errors.password_reset_expired'
    await givenEmail(2)
      .uponReceiving('a request to set a new password with an expired link')
      .withRequest('POST', RESET, withBody(newPassword))
      .willRespondWith(400, refusalOf(code))
      .executeTest(async ({ url }) => {
        await expect(apiAt(url).resetPassword(link, password, password)).rejects.toMatchObject({ code })
      })
  })

  it('is rejected with an invalid link', async () => {
    const code = 'errors.password_reset_failed'
    await givenEmail()
      .uponReceiving('a request to set a new password with an invalid link')
      .withRequest('POST', RESET, withBody({ ...newPassword, ...link }))
      .willRespondWith(400, refusalOf(code))
      .executeTest(async ({ url }) => {
        await expect(apiAt(url).resetPassword(link, password, password)).rejects.toMatchObject({ code })
      })
  })

  it('does not accept a breached password', async () => {
    const code = 'errors.password_breached'
    const common = 'password1'
    await givenEmail()
      .uponReceiving('a request to set a common password')
      .withRequest(
        'POST',
        RESET,
        withBody({ ...newPassword, password: common, password_confirmation: common }),
      )
      .willRespondWith(422, respondWithFieldError('password', code))
      .executeTest(async ({ url }) => {
        const call = apiAt(url).resetPassword(link, common, common)
        await expect(call).rejects.toMatchObject({ status: 422, errors: { password: [{ code }] } })
      })
  })
})

describe('the email that deletes an account', () => {
  const CONFIRM = '/api/delete-account-confirm'

  it('contains a link that deletes it', async () => {
    await visitorInteraction()
      .given('an account', { email: EMAIL })
      .given('an email link', { email: EMAIL, purpose: 'close_account' })
      .uponReceiving('a request to confirm the deletion of an account')
      .withRequest('POST', CONFIRM, withBody(signedQuery))
      .willRespondWith(204)
      .executeTest(({ url }) => apiAt(url).confirmDeletion(link))
  })

  it('is rejected with an invalid link', async () => {
    const code = 'errors.verification_failed'
    await visitorInteraction()
      .given('an account', { email: EMAIL })
      .uponReceiving('a request to confirm the deletion of an account with an invalid link')
      .withRequest('POST', CONFIRM, withBody(link))
      .willRespondWith(400, refusalOf(code))
      .executeTest(async ({ url }) => {
        await expect(apiAt(url).confirmDeletion(link)).rejects.toMatchObject({ code })
      })
  })
})
