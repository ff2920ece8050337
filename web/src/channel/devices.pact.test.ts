import { MatchersV3 } from '@pact-foundation/pact'
import { describe, expect, it } from 'vitest'
import { EMAIL, respondWithProblem, sessionAt, withBody, withQuery } from '@/shared/testing/pact'
import { ProfileApi } from './profileApi'
import { refusalOf, viewerInteraction } from './testing/pact'

const { atLeastOneLike, boolean, integer, regex, string } = MatchersV3

const apiAt = (host: string) => new ProfileApi(sessionAt(host))

describe('the devices', () => {
  const SESSIONS = '/api/auth/sessions'
  const platform = regex('^(desktop|mobile|tablet|tv|unknown)$', 'desktop')
  const seen = regex('^[0-9T:.-]+Z$', '2026-11-21T18:00:00Z')

  it('are returned with name, country and last activity', async () => {
    await viewerInteraction()
      .uponReceiving('a request for the devices of a viewer')
      .withRequest('GET', SESSIONS, withQuery())
      .willRespondWith(200, response =>
        response.jsonBody({
          data: atLeastOneLike({
            id: integer(1),
            name: string('Chrome on Windows'),
            platform,
            country: string('US'),
            last_seen_at: seen,
            current: boolean(true),
          }),
        }),
      )
      .executeTest(async ({ url }) => {
        expect((await apiAt(url).devices())[0]?.current).toBe(true)
      })
  })

  it('are logged out one by one', async () => {
    await viewerInteraction()
      .given('another device', { email: EMAIL, id: 9 })
      .uponReceiving('a request to log out a device')
      .withRequest('DELETE', `${SESSIONS}/9`, withQuery())
      .willRespondWith(204)
      .executeTest(({ url }) => apiAt(url).signOut(9))
  })

  it('can be logged out already', async () => {
    await viewerInteraction()
      .uponReceiving('a request to log out an unknown device')
      .withRequest('DELETE', `${SESSIONS}/404404`, withQuery())
      .willRespondWith(404, response => respondWithProblem(response, 404))
      .executeTest(async ({ url }) => {
        await expect(apiAt(url).signOut(404404)).rejects.toMatchObject({ status: 404 })
      })
  })

  it('are logged out all at once', async () => {
    await viewerInteraction()
      .uponReceiving('a request to log out all other devices')
      .withRequest('DELETE', SESSIONS, withQuery())
      .willRespondWith(204)
      .executeTest(({ url }) => apiAt(url).signOutOthers())
  })

  it('include a device that is linked with its code', async () => {
    await viewerInteraction()
      .given('a device that shows a code', { code: 'KQMBTR' })
      .uponReceiving('a request to link a device')
      .withRequest('POST', '/api/auth/add_session', withBody({ code: 'KQMBTR' }))
      .willRespondWith(200, response =>
        response.jsonBody({
          data: {
            id: integer(2),
            name: string('Samsung Browser on Tizen'),
            platform,
            last_seen_at: seen,
            current: boolean(false),
          },
        }),
      )
      .executeTest(async ({ url }) => {
        expect((await apiAt(url).link('KQMBTR')).name).toBe('Samsung Browser on Tizen')
      })
  })

  it('do not change with an unknown code', async () => {
    const code = 'errors.device_code'
    await viewerInteraction()
      .uponReceiving('a request to link a device with an unknown code')
      .withRequest('POST', '/api/auth/add_session', withBody({ code: 'ZZZZZZ' }))
      .willRespondWith(400, refusalOf(code))
      .executeTest(async ({ url }) => {
        await expect(apiAt(url).link('ZZZZZZ')).rejects.toMatchObject({ status: 400, code })
      })
  })
})
