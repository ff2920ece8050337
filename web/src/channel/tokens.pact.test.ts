import { MatchersV3 } from '@pact-foundation/pact'
import { describe, expect, it } from 'vitest'
import {
  API_KEY,
  EMAIL,
  instantLike,
  respondWithProblem,
  sessionAt,
  withBody,
  withQuery,
} from '@/shared/testing/pact'
import { interaction, respondWithFieldError, viewerInteraction } from './testing/pact'
import { type TokenDetails, TokensApi } from './tokensApi'

const { atLeastOneLike, eachLike, integer, nullValue, regex, string } = MatchersV3

const TOKENS = '/api/studio/tokens'
const ID = 5
const DETAILS: TokenDetails = { name: 'Import', scopes: ['edit_content'], expires_in_days: 30 }
const apiAt = (host: string) => new TokensApi(sessionAt(host))

const operatorInteraction = () =>
  interaction(['an operator and an access token', { api_key: API_KEY, email: EMAIL, token_id: ID }])

const token = {
  id: integer(ID),
  name: string('Import'),
  prefix: regex('^tlp_.{6}$', 'tlp_MfKQ9r'),
  scopes: eachLike('edit_content'),
  account_id: integer(12),
  owner_name: string('Ben Moreau'),
  expires_at: instantLike('2026-12-21T18:00:00Z'),
  last_used_at: nullValue(),
}

describe('the access tokens', () => {
  it('are listed with what the operator can choose', async () => {
    await operatorInteraction()
      .uponReceiving('a request for the access tokens')
      .withRequest('GET', TOKENS, withQuery())
      .willRespondWith(200, response =>
        response.jsonBody({
          data: {
            tokens: atLeastOneLike(token),
            scopes: eachLike('view_reports'),
            lifetimes: eachLike(30),
          },
        }),
      )
      .executeTest(async ({ url }) => {
        expect((await apiAt(url).overview()).tokens[0]?.last_used_at).toBeNull()
      })
  })

  it('are for operators only', async () => {
    await viewerInteraction()
      .uponReceiving('a request by a viewer for the access tokens')
      .withRequest('GET', TOKENS, withQuery())
      .willRespondWith(403, response => respondWithProblem(response, 403))
      .executeTest(async ({ url }) => {
        await expect(apiAt(url).overview()).rejects.toMatchObject({ status: 403 })
      })
  })

  it('are created with a secret', async () => {
    const secret = regex('^tlp_.{43}$', `tlp_${'x'.repeat(43)}`)
    await operatorInteraction()
      .uponReceiving('a request to create an access token')
      .withRequest('POST', TOKENS, withBody(DETAILS))
      .willRespondWith(201, response => response.jsonBody({ data: { token, secret } }))
      .executeTest(async ({ url }) => {
        expect((await apiAt(url).create(DETAILS)).secret).toMatch(/^tlp_/)
      })
  })

  it('are refused without a scope', async () => {
    await operatorInteraction()
      .uponReceiving('a request to create an access token without a scope')
      .withRequest('POST', TOKENS, withBody({ ...DETAILS, scopes: [] }))
      .willRespondWith(422, respondWithFieldError('scopes', 'errors.token_scopes_required'))
      .executeTest(async ({ url }) => {
        await expect(apiAt(url).create({ ...DETAILS, scopes: [] })).rejects.toMatchObject({ status: 422 })
      })
  })

  it('are revoked', async () => {
    await operatorInteraction()
      .uponReceiving('a request to revoke an access token')
      .withRequest('DELETE', `${TOKENS}/${ID}`, withQuery())
      .willRespondWith(204)
      .executeTest(({ url }) => apiAt(url).revoke(ID))
  })
})
