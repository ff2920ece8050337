import { MatchersV3 } from '@pact-foundation/pact'
import { describe, expect, it } from 'vitest'
import { HttpClient } from '@/shared/http/client'
import { API_KEY, EMAIL, fromState, instantLike, sessionAt, withQuery } from '@/shared/testing/pact'
import { OverlayApi, OverlayLinksApi } from './overlayApi'
import { file, interaction } from './testing/pact'
import { TimelineApi } from './timelineApi'

const { atLeastOneLike, boolean, integer, regex, string } = MatchersV3

const TOKEN = '1795388400.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'
const givenOverlay = () => interaction(['an event with an overlay', { event_id: 12 }])
const query = { token: fromState('token', TOKEN), lang: 'en' }

describe('the overlay of an event', () => {
  it('has addresses for operators', async () => {
    const links = {
      overlay_url: regex('^https?://[^/]+/overlay/12\\?token=.+$', 'http://site/overlay/12?token=1.a'),
      scoreboard_url: regex(
        '^https?://[^/]+/scoreboard/12\\?token=.+$',
        'http://site/scoreboard/12?token=1.a',
      ),
      expires_at: instantLike('2026-11-23T19:00:00Z'),
    }
    await interaction(['a game and an operator', { api_key: API_KEY, email: EMAIL, event_id: 12 }])
      .uponReceiving('a request for the addresses of an overlay')
      .withRequest('GET', '/api/studio/events/12/overlay', withQuery())
      .willRespondWith(200, response => response.jsonBody({ data: links }))
      .executeTest(async ({ url }) => {
        expect((await new OverlayLinksApi(sessionAt(url)).links(12)).overlay_url).toContain('/overlay/12')
      })
  })

  it('shows the event of its token', async () => {
    const team = {
      name: string('Harlan Falls'),
      short_name: string('HRF'),
      color: string('#1a5fe0'),
      logo: file,
    }
    const event = {
      id: integer(12),
      name: string('Harlan Falls @ Cedar Ridge'),
      starts_at: instantLike('2026-11-21T17:30:00Z'),
      is_time_known: boolean(true),
      time_zone: string('America/Chicago'),
      teams: atLeastOneLike(team, 2),
    }
    await givenOverlay()
      .uponReceiving('a request for the event of an overlay')
      .withRequest('GET', '/overlay/12.json', request => request.query(query))
      .willRespondWith(200, response =>
        response.jsonBody({ data: { now_ms: integer(1_795_284_000_000), event } }),
      )
      .executeTest(async ({ url }) => {
        const overlay = await new OverlayApi(new HttpClient(), url).overlay(12, TOKEN, 'en')
        expect(overlay.event.teams).toHaveLength(2)
      })
  })

  it('shows the timeline of a private event with a token', async () => {
    const timeline = {
      event_id: integer(12),
      revision: integer(0),
      scoring: string('points'),
      clock_direction: string('down'),
      snapshots: [],
      moments: [],
    }
    await givenOverlay()
      .uponReceiving('a request for the timeline of a private event')
      .withRequest('GET', '/timeline/12.json', request => request.query(query))
      .willRespondWith(200, response => response.jsonBody({ data: timeline }))
      .executeTest(async ({ url }) => {
        const found = await new TimelineApi(new HttpClient(), url).timeline(12, {
          language: 'en',
          token: TOKEN,
        })
        expect(found.event_id).toBe(12)
      })
  })
})
