import { MatchersV3 } from '@pact-foundation/pact'
import { describe, expect, it } from 'vitest'
import { EMAIL, sessionAt, withBody, withQuery } from '@/shared/testing/pact'
import { StudioSharesApi } from '../studioSharesApi'
import { viewerInteraction } from '../testing/pact'

const { boolean, integer, like, nullValue, regex } = MatchersV3

const SHARES = '/api/studio/shares'
const apiAt = (host: string) => new StudioSharesApi(sessionAt(host))
const month = regex('^\\d{4}-\\d{2}$', '2026-11')
const empty = {
  month,
  closed_at: nullValue(),
  pending: integer(0),
  currencies: [],
  parties: [],
  rules: [],
  teams: like([]),
  schools: like([]),
  next_month: nullValue(),
  can_close: boolean(false),
  can_pay_out: boolean(false),
}
const ownerInteraction = () => viewerInteraction().given('an operator', { email: EMAIL })

describe('the revenue shares of a channel', () => {
  it('are empty at first', async () => {
    await ownerInteraction()
      .uponReceiving('a request for the revenue shares')
      .withRequest('GET', SHARES, withQuery())
      .willRespondWith(200, response => response.jsonBody({ data: empty }))
      .executeTest(async ({ url }) => {
        expect((await apiAt(url).month(null)).currencies).toEqual([])
      })
  })

  it('get a party', async () => {
    const party = { key: 'league', name: 'Prairie League', kind: 'league' as const, payout_account: '' }
    const saved = {
      ...party,
      participant_id: nullValue(),
      group_id: nullValue(),
      payout_account: nullValue(),
    }
    await ownerInteraction()
      .uponReceiving('a request to save a party of the revenue shares')
      .withRequest('POST', `${SHARES}/parties`, withBody(party))
      .willRespondWith(200, response => response.jsonBody({ data: { ...empty, parties: [saved] } }))
      .executeTest(async ({ url }) => {
        expect((await apiAt(url).saveParty({ ...party, games: '' })).parties[0]?.key).toBe('league')
      })
  })
})
