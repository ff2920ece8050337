import { MatchersV3 } from '@pact-foundation/pact'
import { describe, expect, it } from 'vitest'
import {
  amountLike,
  EMAIL,
  instantLike,
  respondWithFieldErrors,
  sessionAt,
  withBody,
  withQuery,
} from '@/shared/testing/pact'
import { BundlesApi } from '../bundlesApi'
import { SEASON, viewerInteraction } from '../testing/pact'

const { integer, like, nullValue, string } = MatchersV3

const STUDIO = '/api/studio/bundles'
const apiAt = (host: string) => new BundlesApi(sessionAt(host))
const operatorInteraction = (...states: Parameters<typeof viewerInteraction>) =>
  viewerInteraction(...states).given('an operator', { email: EMAIL })

const TIGERS = { name: 'Tigers', site: string('https://tigers.example.com'), logo: nullValue() }
const shared = {
  ...{ id: integer(1), channel: TIGERS, kind: 'package', price: amountLike('40.00'), currency: 'USD' },
  ...{ percent: '25.00', proposed_at: instantLike('2026-11-21T18:00:00Z') },
}
const waiting = { ...shared, accepted_at: nullValue(), ended_at: nullValue() }
const accepted = {
  ...shared,
  accepted_at: instantLike('2026-11-21T18:00:00Z'),
  offer: string('Season'),
}

describe('bundles of several channels', () => {
  it('are none at first', async () => {
    await viewerInteraction()
      .uponReceiving('a request for the offers that include other channels')
      .withRequest('GET', '/api/bundles', withQuery())
      .willRespondWith(200, response => response.jsonBody({ data: [] }))
      .executeTest(async ({ url }) => {
        expect(await apiAt(url).offers()).toEqual([])
      })
  })

  it('open nothing at first', async () => {
    await viewerInteraction()
      .uponReceiving('a request for what bundles open')
      .withRequest('GET', '/api/bundles/own', withQuery())
      .willRespondWith(200, response => response.jsonBody({ data: { orders: [], included: [] } }))
      .executeTest(async ({ url }) => {
        expect((await apiAt(url).own()).included).toEqual([])
      })
  })

  it('are listed for operators', async () => {
    await operatorInteraction()
      .uponReceiving('a request for the bundles of the channel')
      .withRequest('GET', STUDIO, withQuery())
      .willRespondWith(200, response =>
        response.jsonBody({ data: { outgoing: [], incoming: [], offers: like([]) } }),
      )
      .executeTest(async ({ url }) => {
        expect((await apiAt(url).studio()).outgoing).toEqual([])
      })
  })

  it('need a channel that exists', async () => {
    const body = { kind: 'package', key: 'season', channel: 'unknown.example.com', percent: '25' }
    await operatorInteraction()
      .uponReceiving('a request to propose a bundle to an unknown channel')
      .withRequest('POST', STUDIO, withBody(body))
      .willRespondWith(422, response =>
        respondWithFieldErrors(response, { channel: 'errors.bundle_channel_unknown' }),
      )
      .executeTest(async ({ url }) => {
        const proposal = { offer: 'package:season', channel: 'unknown.example.com', percent: '25' }
        await expect(apiAt(url).propose(proposal)).rejects.toMatchObject({ status: 422 })
      })
  })

  it('are proposed to another channel', async () => {
    const body = { kind: 'package', key: 'asked', channel: 'tigers', percent: '25' }
    const proposed = { ...waiting, offer: string('Asked'), status: 'proposed', viewers: nullValue() }
    await operatorInteraction(SEASON)
      .given('a partner channel')
      .uponReceiving('a request to propose a bundle')
      .withRequest('POST', STUDIO, withBody(body))
      .willRespondWith(201, response =>
        response.jsonBody({ data: { outgoing: [proposed], incoming: [], offers: like([]) } }),
      )
      .executeTest(async ({ url }) => {
        const proposal = { offer: 'package:asked', channel: 'tigers', percent: '25' }
        const { outgoing } = await apiAt(url).propose(proposal)
        expect(outgoing[0]).toMatchObject({ status: 'proposed', channel: { name: 'Tigers' } })
      })
  })

  it('are accepted by the partner', async () => {
    const active = { ...accepted, ended_at: nullValue(), status: 'active', viewers: integer(0) }
    await operatorInteraction()
      .given('a proposal of a partner channel')
      .uponReceiving('a request to accept a bundle')
      .withRequest('POST', `${STUDIO}/1/accept`, withBody({}))
      .willRespondWith(200, response =>
        response.jsonBody({ data: { outgoing: [], incoming: [active], offers: like([]) } }),
      )
      .executeTest(async ({ url }) => {
        expect((await apiAt(url).accept(1)).incoming[0]).toMatchObject({ status: 'active', viewers: 0 })
      })
  })

  it('are ended by either channel', async () => {
    const endedAt = instantLike('2026-11-21T18:00:00Z')
    const ended = { ...accepted, ended_at: endedAt, status: 'ended', viewers: nullValue() }
    await operatorInteraction(SEASON)
      .given('a bundle with a partner channel', { id: 31 })
      .uponReceiving('a request to end a bundle')
      .withRequest('POST', `${STUDIO}/1/end`, withBody({}))
      .willRespondWith(200, response =>
        response.jsonBody({ data: { outgoing: [ended], incoming: [], offers: like([]) } }),
      )
      .executeTest(async ({ url }) => {
        expect((await apiAt(url).end(1)).outgoing[0]).toMatchObject({ status: 'ended', viewers: null })
      })
  })

  it('show viewers what an offer includes', async () => {
    const offer = { type: 'package', id: 31, channels: [TIGERS] }
    await viewerInteraction(SEASON)
      .given('a bundle with a partner channel', { id: 31 })
      .uponReceiving('a request for the offers of an active bundle')
      .withRequest('GET', '/api/bundles', withQuery())
      .willRespondWith(200, response => response.jsonBody({ data: [offer] }))
      .executeTest(async ({ url }) => {
        expect(await apiAt(url).offers()).toMatchObject([{ id: 31, channels: [{ name: 'Tigers' }] }])
      })
  })
})
