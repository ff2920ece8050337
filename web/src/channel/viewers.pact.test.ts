import { MatchersV3 } from '@pact-foundation/pact'
import { describe, expect, it } from 'vitest'
import { EMAIL, sessionAt, withBody, withQuery } from '@/shared/testing/pact'
import { refusalOf, viewerInteraction } from './testing/pact'
import { ViewersApi } from './viewersApi'

const { atLeastOneLike, boolean, integer, like, nullValue, regex, string } = MatchersV3

const MEMBER = 71
const VIEWERS = '/api/studio/viewers'
const VIEWER = `${VIEWERS}/${MEMBER}`
const MEMBER_EMAIL = 'ben@example.com'
const apiAt = (host: string) => new ViewersApi(sessionAt(host))
const instant = regex('^[0-9T:.-]+Z$', '2026-11-21T18:00:00Z')
const listed = {
  id: integer(MEMBER),
  email: MEMBER_EMAIL,
  name: string('Ben Moreau'),
  created_at: instant,
  verified_at: instant,
  suspended_at: nullValue(),
  two_factor: boolean(false),
  role: 'owner',
}
const details = {
  ...listed,
  phone: nullValue(),
  language: string('en'),
  has_password: boolean(false),
  last_login_at: nullValue(),
  last_seen_at: nullValue(),
  session_count: integer(0),
  social_logins: like([]),
}
const ownerInteraction = () =>
  viewerInteraction().given('an owner with a team', { email: EMAIL, member_id: MEMBER, invitation_id: 72 })

describe('the viewers', () => {
  it('are found by a part of their address', async () => {
    await ownerInteraction()
      .uponReceiving('a request to search the viewers')
      .withRequest('GET', VIEWERS, withQuery({ search: 'ben@', offset: '0' }))
      .willRespondWith(200, response =>
        response.jsonBody({ data: atLeastOneLike(listed, 1), meta: { total: integer(1) } }),
      )
      .executeTest(async ({ url }) => {
        expect((await apiAt(url).list('ben@', 0)).items[0]?.role).toBe('owner')
      })
  })

  it('have a page each', async () => {
    await ownerInteraction()
      .uponReceiving('a request for a viewer')
      .withRequest('GET', VIEWER, withQuery())
      .willRespondWith(200, response => response.jsonBody({ data: details }))
      .executeTest(async ({ url }) => {
        expect((await apiAt(url).viewer(MEMBER)).session_count).toBe(0)
      })
  })

  it('are suspended with a reason', async () => {
    await ownerInteraction()
      .uponReceiving('a request to suspend a viewer')
      .withRequest('POST', `${VIEWER}/suspend`, withBody({ reason: 'Insults' }))
      .willRespondWith(200, response => response.jsonBody({ data: { ...details, suspended_at: instant } }))
      .executeTest(async ({ url }) => {
        expect((await apiAt(url).run(MEMBER, 'suspend', 'Insults')).suspended_at).toBeTruthy()
      })
  })

  it.each(['log-out', 'unsuspend', 'remove-second-factor', 'send-reset-link'] as const)(
    'are helped with the action %s',
    async action => {
      await ownerInteraction()
        .uponReceiving(`a request for the action ${action} on a viewer`)
        .withRequest('POST', `${VIEWER}/${action}`, withBody({}))
        .willRespondWith(200, response => response.jsonBody({ data: details }))
        .executeTest(async ({ url }) => {
          expect((await apiAt(url).run(MEMBER, action, '')).id).toBe(MEMBER)
        })
    },
  )

  it('are erased', async () => {
    await ownerInteraction()
      .uponReceiving('a request to erase a viewer')
      .withRequest('POST', `${VIEWER}/erase`, withBody({ confirmation: MEMBER_EMAIL, reason: '' }))
      .willRespondWith(204)
      .executeTest(({ url }) => apiAt(url).erase(MEMBER, MEMBER_EMAIL, ''))
  })

  it('are not found once they are erased', async () => {
    await ownerInteraction()
      .uponReceiving('a request for an erased viewer')
      .withRequest('GET', `${VIEWERS}/9999`, withQuery())
      .willRespondWith(404, refusalOf('errors.not_found', { status: 404 }))
      .executeTest(async ({ url }) => {
        await expect(apiAt(url).viewer(9999)).rejects.toMatchObject({ status: 404 })
      })
  })
})
