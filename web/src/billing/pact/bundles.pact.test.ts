import { MatchersV3 } from '@pact-foundation/pact'
import { describe, expect, it } from 'vitest'
import { EMAIL, respondWithFieldErrors, sessionAt, withBody, withQuery } from '@/shared/testing/pact'
import { BundlesApi } from '../bundlesApi'
import { viewerInteraction } from '../testing/pact'

const { like } = MatchersV3

const STUDIO = '/api/studio/bundles'
const apiAt = (host: string) => new BundlesApi(sessionAt(host))
const operatorInteraction = () => viewerInteraction().given('an operator', { email: EMAIL })

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
})
