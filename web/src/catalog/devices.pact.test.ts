import { MatchersV3 } from '@pact-foundation/pact'
import { expect, it } from 'vitest'
import { EMAIL, sessionAt, withBody, withQuery } from '@/shared/testing/pact'
import { DevicesApi } from './devicesApi'
import { instant, viewerInteraction } from './testing/pact'

const { atLeastOneLike, boolean, integer, regex, string } = MatchersV3
const DEVICES = '/api/watching_devices'
const apiAt = (host: string) => new DevicesApi(sessionAt(host))

it('the devices that are watching have a name and what they watch', async () => {
  await viewerInteraction(
    ['an event', { id: 12 }],
    ['another device', { email: EMAIL, id: 9 }],
    ['a device that is watching', { email: EMAIL, session_id: 9, event_id: 12 }],
  )
    .uponReceiving('a request for the devices that are watching')
    .withRequest('GET', DEVICES, withQuery({ event_id: '12' }))
    .willRespondWith(200, response =>
      response.jsonBody({
        data: {
          admission: regex('^(allowed|full|stopped)$', 'allowed'),
          limit: null,
          devices: atLeastOneLike({
            session_id: integer(9),
            name: string('Chrome on Windows'),
            platform: string('desktop'),
            since: instant,
            title: string('Harlan Falls @ Cedar Ridge'),
            is_current: boolean(false),
          }),
        },
      }),
    )
    .executeTest(async ({ url }) => {
      expect((await apiAt(url).list({ kind: 'event', id: 12 })).devices[0]?.session_id).toBe(9)
    })
})

it('a device is stopped', async () => {
  await viewerInteraction(
    ['another device', { email: EMAIL, id: 9 }],
    ['a device that is watching', { email: EMAIL, session_id: 9, event_id: 12 }],
  )
    .uponReceiving('a request to stop a device that is watching')
    .withRequest('DELETE', `${DEVICES}/9`, withQuery())
    .willRespondWith(204)
    .executeTest(({ url }) => apiAt(url).stop(9))
})

it('a stopped device watches again', async () => {
  await viewerInteraction()
    .uponReceiving('a request to watch again on a stopped device')
    .withRequest('POST', `${DEVICES}/resume`, withBody({}))
    .willRespondWith(204)
    .executeTest(({ url }) => apiAt(url).resume())
})

it('a page that closes frees its place', async () => {
  await viewerInteraction()
    .uponReceiving('a request to free the place of a device')
    .withRequest('POST', `${DEVICES}/leave`, withBody({}))
    .willRespondWith(204)
    .executeTest(({ url }) => apiAt(url).leave())
})
