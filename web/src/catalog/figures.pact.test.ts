import { MatchersV3 } from '@pact-foundation/pact'
import { describe, expect, it } from 'vitest'
import { API_KEY, amountLike, EMAIL, sessionAt, withQuery } from '@/shared/testing/pact'
import { FiguresApi } from './figuresApi'
import { interaction } from './testing/pact'

const { integer, number, regex } = MatchersV3

describe('the figures of an event', () => {
  it('include who could watch', async () => {
    const numbers = { viewers: integer(0), seconds: integer(0) }
    const evidence = {
      event_id: integer(12),
      is_final: false,
      scheduled_seconds: integer(0),
      viewers: integer(0),
      without_loss: integer(0),
      shut_out: integer(0),
      wanted_seconds: integer(0),
      sides: ['venue', 'delivery', 'viewer'].map(side => ({ side, ...numbers })),
      outages: [],
      minutes: [],
    }
    await interaction(['a game and an operator', { api_key: API_KEY, email: EMAIL, event_id: 12 }])
      .uponReceiving('a request for who could watch an event')
      .withRequest('GET', '/api/studio/events/asked/evidence', withQuery())
      .willRespondWith(200, response => response.jsonBody({ data: evidence }))
      .executeTest(async ({ url }) => {
        expect((await new FiguresApi(sessionAt(url)).evidence('asked')).sides).toHaveLength(3)
      })
  })

  it('are its sales, viewers and clips', async () => {
    const figures = {
      event_id: integer(12),
      sales: {
        orders: integer(0),
        gross: amountLike('0.00'),
        refunds: amountLike('0.00'),
        net: amountLike('0.00'),
        currency: regex('^[A-Z]{3}$', 'USD'),
        holders: integer(0),
        days: [],
      },
      audience: {
        viewers: integer(0),
        views: integer(0),
        minutes: number(0),
        average_minutes: number(0),
        peak_viewers: integer(0),
        moments: [],
        days: [],
      },
      clips: integer(0),
    }
    await interaction(['a game and an operator', { api_key: API_KEY, email: EMAIL, event_id: 12 }])
      .uponReceiving('a request for the figures of an event')
      .withRequest('GET', '/api/studio/events/asked/figures', withQuery())
      .willRespondWith(200, response => response.jsonBody({ data: figures }))
      .executeTest(async ({ url }) => {
        expect((await new FiguresApi(sessionAt(url)).figures('asked')).event_id).toBe(12)
      })
  })
})
