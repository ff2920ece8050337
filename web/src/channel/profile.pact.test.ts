import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MatchersV3 } from '@pact-foundation/pact'
import { describe, expect, it } from 'vitest'
import { EMAIL, fromState, sessionAt, withBody, withQuery } from '@/shared/testing/pact'
import { ProfileApi } from './profileApi'
import {
  PASSWORD,
  refusalOf,
  respondWithFieldError,
  respondWithUser,
  viewerInteraction,
} from './testing/pact'

const { atLeastOneLike, boolean, integer, like, nullValue, regex, string } = MatchersV3

const NONE = { allowed: boolean(false), most: nullValue(), used: integer(0) }
const INCORRECT = 'errors.incorrect_password'
const apiAt = (host: string) => new ProfileApi(sessionAt(host))

describe('a profile', () => {
  const patches = (changes: object) => withBody({ ...changes, _method: 'patch' })
  const password = 'a fresh sheet of ice'
  const chosen = { password, password_confirmation: password, current_password: PASSWORD }

  it('is changed', async () => {
    const changes = { first_name: 'Mia', last_name: 'Berg', phone: '+1 555 010 2030', language: 'fr' }
    await viewerInteraction()
      .uponReceiving('a request to change the profile')
      .withRequest('POST', '/api/profile', patches(changes))
      .willRespondWith(200, respondWithUser({ ...changes, phone: '15550102030' }))
      .executeTest(async ({ url }) => {
        expect(await apiAt(url).update(changes)).toMatchObject({ first_name: 'Mia', phone: '15550102030' })
      })
  })

  it('accepts a new password', async () => {
    await viewerInteraction()
      .uponReceiving('a request to change the password')
      .withRequest('POST', '/api/profile', patches(chosen))
      .willRespondWith(200, respondWithUser())
      .executeTest(async ({ url }) => {
        expect((await apiAt(url).update(chosen)).email).toBe(EMAIL)
      })
  })

  it('rejects a new password without the current one', async () => {
    const typed = { ...chosen, current_password: 'something else' }
    await viewerInteraction()
      .uponReceiving('a request to change the password with a wrong current password')
      .withRequest('POST', '/api/profile', patches(typed))
      .willRespondWith(400, refusalOf(INCORRECT))
      .executeTest(async ({ url }) => {
        await expect(apiAt(url).update(typed)).rejects.toMatchObject({ status: 400, code: INCORRECT })
      })
  })

  it.each([
    ['last_name', { last_name: '' }, 'errors.last_name_required'],
    ['phone', { phone: '12' }, 'errors.invalid_phone'],
    ['password_confirmation', { ...chosen, password_confirmation: 'other' }, 'errors.password_mismatch'],
  ])('shows an error for a wrong %s', async (field, changes, code) => {
    await viewerInteraction()
      .uponReceiving(`a request to change the profile with an invalid ${field}`)
      .withRequest('POST', '/api/profile', patches(changes))
      .willRespondWith(422, respondWithFieldError(field, code))
      .executeTest(async ({ url }) => {
        const call = apiAt(url).update(changes)
        await expect(call).rejects.toMatchObject({ status: 422, errors: { [field]: [{ code }] } })
      })
  })

  it('returns what the passes allow', async () => {
    await viewerInteraction()
      .uponReceiving('a request for the access of a viewer')
      .withRequest('GET', '/api/user/access', withQuery())
      .willRespondWith(200, response =>
        response.jsonBody({
          data: {
            capabilities: { watch: boolean(false), download: boolean(false) },
            allowances: { clips: NONE, downloads: NONE },
          },
        }),
      )
      .executeTest(async ({ url }) => {
        const { capabilities, allowances } = await apiAt(url).access()
        expect(capabilities.watch).toBe(false)
        expect(allowances?.clips).toEqual({ allowed: false, most: null, used: 0 })
      })
  })

  it('can be downloaded as a file', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'pact-')), 'account.zip')
    writeFileSync(file, Buffer.from('504b0506'.padEnd(44, '0'), 'hex'))
    await viewerInteraction()
      .uponReceiving('a request to export the data of a viewer')
      .withRequest('GET', '/api/account-export', withQuery())
      .willRespondWith(200, response => response.binaryFile('application/zip', file))
      .executeTest(async ({ url }) => {
        expect((await apiAt(url).downloadData()).size).toBeGreaterThan(0)
      })
  })

  it('can request the deletion of the account', async () => {
    await viewerInteraction()
      .uponReceiving('a request to delete the account')
      .withRequest('POST', '/api/delete-account-request', withBody({ current_password: PASSWORD }))
      .willRespondWith(204)
      .executeTest(({ url }) => apiAt(url).requestDeletion(PASSWORD))
  })

  it('cannot request the deletion with a wrong password', async () => {
    await viewerInteraction()
      .uponReceiving('a request to delete the account with a wrong password')
      .withRequest('POST', '/api/delete-account-request', withBody({ current_password: 'something else' }))
      .willRespondWith(400, refusalOf(INCORRECT))
      .executeTest(async ({ url }) => {
        const call = apiAt(url).requestDeletion('something else')
        await expect(call).rejects.toMatchObject({ code: INCORRECT })
      })
  })
})

describe('a second factor', () => {
  const FACTOR = '/api/auth/second-factor'
  const anApp = (confirmed: boolean) =>
    viewerInteraction().given('an authenticator app', { email: EMAIL, confirmed })

  it('starts with a secret', async () => {
    await viewerInteraction()
      .uponReceiving('a request to set up a second factor')
      .withRequest('POST', FACTOR, withBody({ current_password: PASSWORD }))
      .willRespondWith(200, response =>
        response.jsonBody({
          data: {
            secret: string('JBSWY3DPEHPK3PXP'),
            uri: regex('^otpauth://totp/.+$', 'otpauth://totp/Prairie'),
            qr: like('<svg></svg>'),
          },
        }),
      )
      .executeTest(async ({ url }) => {
        expect((await apiAt(url).startSecondFactor(PASSWORD)).uri).toMatch(/^otpauth:/)
      })
  })

  it('does not start with a wrong password', async () => {
    await viewerInteraction()
      .uponReceiving('a request to set up a second factor with a wrong password')
      .withRequest('POST', FACTOR, withBody({ current_password: 'something else' }))
      .willRespondWith(400, refusalOf(INCORRECT))
      .executeTest(async ({ url }) => {
        const call = apiAt(url).startSecondFactor('something else')
        await expect(call).rejects.toMatchObject({ code: INCORRECT })
      })
  })

  it('is on after the first code, which returns recovery codes', async () => {
    await anApp(false)
      .uponReceiving('a request to turn on an authenticator app')
      .withRequest('POST', `${FACTOR}/confirm`, withBody({ code: fromState('otp', '123456') }))
      .willRespondWith(200, response =>
        response.jsonBody({ data: { recovery_codes: atLeastOneLike(string('kqmbt-rxw49'), 10) } }),
      )
      .executeTest(async ({ url }) => {
        expect(await apiAt(url).confirmSecondFactor('123456')).toHaveLength(10)
      })
  })

  it('is not on after a wrong code', async () => {
    const code = 'errors.incorrect_second_factor'
    await anApp(false)
      .uponReceiving('a request to turn on an authenticator app with a wrong code')
      .withRequest('POST', `${FACTOR}/confirm`, withBody({ code: 'wrong' }))
      .willRespondWith(400, refusalOf(code))
      .executeTest(async ({ url }) => {
        await expect(apiAt(url).confirmSecondFactor('wrong')).rejects.toMatchObject({ code })
      })
  })

  it('is turned off with the password', async () => {
    await anApp(true)
      .uponReceiving('a request to remove the second factor')
      .withRequest('POST', `${FACTOR}/remove`, withBody({ current_password: PASSWORD }))
      .willRespondWith(204)
      .executeTest(({ url }) => apiAt(url).removeSecondFactor({ current_password: PASSWORD }))
  })
})
