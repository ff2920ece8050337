import { MatchersV3 } from '@pact-foundation/pact'
import { describe, expect, it } from 'vitest'
import { API_KEY, respondWithProblem, sessionAt, withQuery } from '@/shared/testing/pact'
import { ActivityApi, type ActivityFilter } from './activityApi'
import { interaction, viewerInteraction } from './testing/pact'

const { eachLike, integer, like, nullValue, regex, string } = MatchersV3

const ACTIVITY = '/api/studio/activity'
const ALL: ActivityFilter = { actor: null, subject: null, from: null, to: null }
const FILTER = { actor: 'account:99', subject: 'event', from: '2026-11-21', to: '2026-11-21' }
const apiAt = (host: string) => new ActivityApi(sessionAt(host))

/** An operator of a channel whose log has two entries: of account 99, which was closed, and of a command. */
const operatorInteraction = () =>
  interaction(['an operator and some activity', { api_key: API_KEY, email: 'nora@example.com' }])

const entry = {
  id: integer(1),
  at: regex('^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}Z$', '2026-11-21T18:00:00Z'),
  actor: string('account:99'),
  actor_name: string(''),
  token_name: string(''),
  action: string('event.cancel'),
  subject_kind: string('event'),
  subject_id: string('4'),
  subject_label: string('Northgate @ Ridge'),
  before: like({}),
  after: like({}),
  reason: string(''),
}

describe('the activity', () => {
  it('is returned newest first', async () => {
    await operatorInteraction()
      .uponReceiving('a request for the activity')
      .withRequest('GET', ACTIVITY, withQuery())
      .willRespondWith(200, response =>
        response.jsonBody({ data: eachLike(entry), meta: { next: nullValue() } }),
      )
      .executeTest(async ({ url }) => {
        expect((await apiAt(url).list(ALL, null)).meta.next).toBeNull()
      })
  })

  it('is filtered by person, kind and day', async () => {
    const origin = { session_id: integer(7), ip: string('203.0.113.9') }
    await operatorInteraction()
      .uponReceiving('a request for the activity of a person')
      .withRequest('GET', ACTIVITY, withQuery(FILTER))
      .willRespondWith(200, response =>
        response.jsonBody({
          data: [{ ...entry, ...origin, actor: 'account:99' }],
          meta: { next: nullValue() },
        }),
      )
      .executeTest(async ({ url }) => {
        expect((await apiAt(url).list(FILTER, null)).data).toHaveLength(1)
      })
  })

  it('has a list of persons for the filter', async () => {
    await operatorInteraction()
      .uponReceiving('a request for everybody in the activity')
      .withRequest('GET', `${ACTIVITY}/actors`, withQuery())
      .willRespondWith(200, response =>
        response.jsonBody({ data: eachLike({ key: string('command:root'), name: string('root') }) }),
      )
      .executeTest(async ({ url }) => {
        expect(await apiAt(url).actors()).toHaveLength(1)
      })
  })

  it('downloads as CSV', async () => {
    await operatorInteraction()
      .uponReceiving('a request for the activity as CSV')
      .withRequest('GET', `${ACTIVITY}.csv`, withQuery())
      .willRespondWith(200, response => void response.headers({ 'Content-Type': 'text/csv; charset=utf-8' }))
      .executeTest(async ({ url }) => {
        expect(await apiAt(url).exportCsv(ALL)).toBeInstanceOf(Blob)
      })
  })

  it('downloads as JSON', async () => {
    await operatorInteraction()
      .uponReceiving('a request for the activity as JSON')
      .withRequest('GET', `${ACTIVITY}.json`, withQuery())
      .willRespondWith(200, response => response.jsonBody(eachLike(entry)))
      .executeTest(async ({ url }) => {
        expect((await apiAt(url).exportJson(ALL)).type).toBe('application/json')
      })
  })

  it('is not returned to viewers', async () => {
    await viewerInteraction()
      .uponReceiving('a request for the activity by a viewer')
      .withRequest('GET', ACTIVITY, withQuery())
      .willRespondWith(403, response => void respondWithProblem(response, 403))
      .executeTest(async ({ url }) => {
        await expect(apiAt(url).list(ALL, null)).rejects.toMatchObject({ status: 403 })
      })
  })
})
