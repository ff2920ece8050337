import { MatchersV3 } from '@pact-foundation/pact'
import { describe, expect, it } from 'vitest'
import { EMAIL, sessionAt, withBody } from '@/shared/testing/pact'
import { SettingsApi } from './settingsApi'
import { viewerInteraction } from './testing/pact'

const { eachLike, regex, string } = MatchersV3
const apiAt = (host: string) => new SettingsApi(sessionAt(host))
const ownerInteraction = () =>
  viewerInteraction().given('an owner with a team', { email: EMAIL, member_id: 71, invitation_id: 72 })

describe('the checks of the settings', () => {
  it('return a result for each domain', async () => {
    await ownerInteraction()
      .uponReceiving('a request to check the domains')
      .withRequest('POST', '/api/studio/domains/check', withBody({}))
      .willRespondWith(200, response =>
        response.jsonBody({
          data: eachLike({
            domain: string('prairie.localhost'),
            problem: null,
            addresses: [],
            certificate: null,
            detail: '',
          }),
        }),
      )
      .executeTest(async ({ url }) => {
        expect((await apiAt(url).checkDomains())[0]?.problem).toBeNull()
      })
  })

  it('send a test email to the owner', async () => {
    await ownerInteraction()
      .uponReceiving('a request for a test email')
      .withRequest('POST', '/api/studio/test-email', withBody({}))
      .willRespondWith(200, response => response.jsonBody({ data: { recipient: string(EMAIL), error: '' } }))
      .executeTest(async ({ url }) => {
        expect((await apiAt(url).sendTestEmail()).recipient).toBe(EMAIL)
      })
  })

  it('say which payment provider there is', async () => {
    await ownerInteraction()
      .uponReceiving('a request to check the payments')
      .withRequest('POST', '/api/studio/payments/check', withBody({}))
      .willRespondWith(200, response =>
        response.jsonBody({ data: { provider: regex('^(off|fake|stripe)$', 'off'), error: string('') } }),
      )
      .executeTest(async ({ url }) => {
        expect((await apiAt(url).checkPayments()).provider).toBe('off')
      })
  })
})
