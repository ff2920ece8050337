import { MatchersV3 } from '@pact-foundation/pact'
import { describe, expect, it } from 'vitest'
import { respondWithRefusal, withBody, withQuery } from '@/shared/testing/pact'
import {
  apiAt,
  EVENT,
  FAVORITE,
  FINISHED_EVENT,
  REMINDER,
  TEAM,
  viewerInteraction,
  visitorInteraction,
} from './testing/pact'

const { atLeastOneLike, boolean, integer, string } = MatchersV3

const favorite = {
  id: integer(1),
  favoritable_type: 'participant',
  favoritable_id: 70,
  name: string('Asked'),
  full_name: string('Asked'),
  alias: string('asked'),
}
const reminder = {
  id: integer(1),
  about_type: 'event',
  about_id: 12,
  name: string('Away @ Home'),
  score_alerts: boolean(false),
}
const listResponse = (row: object) => ({ data: atLeastOneLike(row, 1), meta: { total: integer(1) } })

describe('favorites', () => {
  it('are listed without a limit', async () => {
    await viewerInteraction(TEAM, FAVORITE)
      .uponReceiving('a request for favorites')
      .withRequest('GET', '/api/favorites', withQuery({ no_limit: '1' }))
      .willRespondWith(200, response => response.jsonBody(listResponse(favorite)))
      .executeTest(async ({ url }) => {
        expect((await apiAt(url).favorites())[0]).toMatchObject({ favoritable_id: 70 })
      })
  })

  it('require a log-in, with the specification’s error code', async () => {
    await visitorInteraction()
      .uponReceiving('a request by a visitor for favorites')
      .withRequest('GET', '/api/favorites', withQuery({ no_limit: '1' }))
      .willRespondWith(401, response => respondWithRefusal(response, 401, 'errors.not_logged_in'))
      .executeTest(async ({ url }) => {
        await expect(apiAt(url).favorites()).rejects.toMatchObject({ code: 'errors.not_logged_in' })
      })
  })

  it('are added', async () => {
    await viewerInteraction(TEAM)
      .uponReceiving('a request to follow a team')
      .withRequest('POST', '/api/favorite', withBody({ favoritable_type: 'participant', favoritable_id: 70 }))
      .willRespondWith(201, response => response.jsonBody({ data: favorite }))
      .executeTest(async ({ url }) => {
        expect(await apiAt(url).addFavorite('participant', 70)).toMatchObject({ favoritable_id: 70 })
      })
  })

  it('are removed', async () => {
    await viewerInteraction(TEAM, FAVORITE)
      .uponReceiving('a request to unfollow a team')
      .withRequest('DELETE', '/api/favorite/1', withQuery())
      .willRespondWith(204)
      .executeTest(({ url }) => apiAt(url).removeFavorite(1))
  })
})

describe('reminders', () => {
  it('are listed', async () => {
    await viewerInteraction(EVENT, REMINDER)
      .uponReceiving('a request for reminders')
      .withRequest('GET', '/api/reminders', withQuery({ no_limit: '1' }))
      .willRespondWith(200, response => response.jsonBody(listResponse(reminder)))
      .executeTest(async ({ url }) => {
        expect((await apiAt(url).reminders())[0]).toMatchObject({ about_type: 'event', about_id: 12 })
      })
  })

  it('are added for an upcoming game', async () => {
    await viewerInteraction(EVENT)
      .uponReceiving('a request to add a reminder for a game')
      .withRequest('POST', '/api/reminder', withBody({ about_type: 'event', about_id: 12 }))
      .willRespondWith(201, response => response.jsonBody({ data: reminder }))
      .executeTest(async ({ url }) => {
        expect(await apiAt(url).addReminder('event', 12)).toMatchObject({ about_id: 12 })
      })
  })

  it('turn score alerts on', async () => {
    const body = { about_type: 'event', about_id: 12, score_alerts: true }
    await viewerInteraction(EVENT, REMINDER)
      .uponReceiving('a request to turn on the score alerts of a reminder')
      .withRequest('POST', '/api/reminder', withBody(body))
      .willRespondWith(200, response => response.jsonBody({ data: { ...reminder, score_alerts: true } }))
      .executeTest(async ({ url }) => {
        expect(await apiAt(url).addReminder('event', 12, true)).toMatchObject({ score_alerts: true })
      })
  })

  it('are rejected for a finished game', async () => {
    await viewerInteraction(FINISHED_EVENT)
      .uponReceiving('a request to add a reminder for a finished game')
      .withRequest('POST', '/api/reminder', withBody({ about_type: 'event', about_id: 12 }))
      .willRespondWith(400, response => respondWithRefusal(response, 400, 'errors.event_ended'))
      .executeTest(async ({ url }) => {
        await expect(apiAt(url).addReminder('event', 12)).rejects.toMatchObject({ status: 400 })
      })
  })

  it('are removed', async () => {
    await viewerInteraction(EVENT, REMINDER)
      .uponReceiving('a request to remove a reminder')
      .withRequest('DELETE', '/api/reminder/1', withQuery())
      .willRespondWith(204)
      .executeTest(({ url }) => apiAt(url).removeReminder(1))
  })
})
