import { MatchersV3 } from '@pact-foundation/pact'
import { describe, expect, it } from 'vitest'
import { API_KEY, EMAIL, instantLike, sessionAt, withQuery } from '@/shared/testing/pact'
import { interaction } from './testing/pact'
import { TodayApi } from './todayApi'

const { boolean, integer, regex, string } = MatchersV3

const apiAt = (host: string) => new TodayApi(sessionAt(host))
const ownerInteraction = () =>
  interaction(['a game and an operator', { api_key: API_KEY, email: EMAIL, event_id: 12 }])
const event = {
  id: integer(12),
  key: string('asked'),
  name: string('Harlan Falls @ Cedar Ridge'),
  category: string('Boys hockey'),
  location: string('Rink'),
  starts_at: instantLike('2026-11-23T19:00:00Z'),
  is_time_known: boolean(true),
  status: regex('^(upcoming|live|finished|postponed|canceled)$', 'upcoming'),
  is_rescheduled: boolean(false),
  has_stream: boolean(false),
  has_picture: boolean(false),
  picture: string('/pictures/events/12.png'),
  has_price: boolean(true),
  is_overdue: boolean(false),
}

describe('the page of today', () => {
  it('shows the next event', async () => {
    await ownerInteraction()
      .uponReceiving('a request for the page of today')
      .withRequest('GET', '/api/studio/today', withQuery())
      .willRespondWith(200, response =>
        response.jsonBody({
          data: {
            live: [],
            next_event: event,
            assigned: null,
            failed_videos: [],
            failed_library_videos: [],
            failed_replies: [],
            waiting: [],
          },
        }),
      )
      .executeTest(async ({ url }) => {
        expect((await apiAt(url).today()).next_event?.key).toBe('asked')
      })
  })

  it('shows one event to those who score it', async () => {
    await ownerInteraction()
      .uponReceiving('a request for an event to score')
      .withRequest('GET', '/api/studio/assigned-events/12', withQuery())
      .willRespondWith(200, response => response.jsonBody({ data: event }))
      .executeTest(async ({ url }) => {
        expect((await apiAt(url).assignedEvent(12)).id).toBe(12)
      })
  })
})
