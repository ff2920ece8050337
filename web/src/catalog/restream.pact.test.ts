import { MatchersV3 } from '@pact-foundation/pact'
import { describe, expect, it } from 'vitest'
import { API_KEY, EMAIL, respondWithProblem, sessionAt, withBody, withQuery } from '@/shared/testing/pact'
import { RestreamApi, type TargetDetails } from './restreamApi'
import { interaction, viewerInteraction } from './testing/pact'

const { atLeastOneLike, boolean, integer, nullValue, regex, string } = MatchersV3

const TARGETS = '/api/studio/restream-targets'
const RESTREAMS = '/api/studio/events/asked/restreams'
const ID = 4
const DETAILS: TargetDetails = {
  name: 'Our YouTube',
  service: 'youtube',
  server_url: 'rtmps://a.rtmps.youtube.com/live2',
  key: 'abcd-1234',
  passphrase: '',
  is_always: false,
}
const apiAt = (host: string) => new RestreamApi(sessionAt(host))
const ownerInteraction = () =>
  interaction([
    'a game, an operator and a restream target',
    { api_key: API_KEY, email: EMAIL, event_id: 12, target_id: ID },
  ])

const target = {
  id: integer(ID),
  name: string(DETAILS.name),
  service: regex('^(youtube|facebook|twitch|other)$', 'youtube'),
  server_url: string(DETAILS.server_url),
  is_always: boolean(false),
}
const restream = {
  target_id: integer(ID),
  name: string(DETAILS.name),
  service: regex('^(youtube|facebook|twitch|other)$', 'youtube'),
  is_on: boolean(true),
  state: regex('^(off|waiting|connecting|live|retrying|failed)$', 'waiting'),
  attempt: integer(0),
  next_attempt_at: nullValue(),
  live_since: nullValue(),
  bytes_sent: integer(0),
  bitrate: integer(0),
  failure: nullValue(),
  detail: '',
}

describe('the restream targets', () => {
  it('are listed without their keys', async () => {
    await ownerInteraction()
      .uponReceiving('a request for the restream targets')
      .withRequest('GET', TARGETS, withQuery())
      .willRespondWith(200, response => response.jsonBody({ data: atLeastOneLike(target) }))
      .executeTest(async ({ url }) => {
        const [first] = await apiAt(url).targets()
        expect(first?.service).toBe('youtube')
      })
  })

  it('are for operators only', async () => {
    await viewerInteraction()
      .uponReceiving('a request by a viewer for the restream targets')
      .withRequest('GET', TARGETS, withQuery())
      .willRespondWith(403, response => respondWithProblem(response, 403))
      .executeTest(async ({ url }) => {
        await expect(apiAt(url).targets()).rejects.toMatchObject({ status: 403 })
      })
  })

  it('are created', async () => {
    await ownerInteraction()
      .uponReceiving('a request to create a restream target')
      .withRequest('POST', TARGETS, withBody({ ...DETAILS }))
      .willRespondWith(200, response => response.jsonBody({ data: target }))
      .executeTest(async ({ url }) => {
        await apiAt(url).createTarget(DETAILS)
      })
  })

  it('are changed', async () => {
    await ownerInteraction()
      .uponReceiving('a request to change a restream target')
      .withRequest('POST', `${TARGETS}/${ID}`, withBody({ is_always: true, _method: 'patch' }))
      .willRespondWith(200, response => response.jsonBody({ data: target }))
      .executeTest(async ({ url }) => {
        await apiAt(url).updateTarget(ID, { is_always: true })
      })
  })

  it('show their key on request', async () => {
    await ownerInteraction()
      .uponReceiving('a request for the key of a restream target')
      .withRequest('POST', `${TARGETS}/${ID}/reveal-key`, withBody({}))
      .willRespondWith(200, response =>
        response.jsonBody({ data: { key: string('abcd-1234'), passphrase: '' } }),
      )
      .executeTest(async ({ url }) => {
        expect(await apiAt(url).revealKey(ID)).toEqual({ key: 'abcd-1234', passphrase: '' })
      })
  })
})

describe('the restreams of an event', () => {
  it('are listed with their states', async () => {
    await ownerInteraction()
      .uponReceiving('a request for the restreams of an event')
      .withRequest('GET', RESTREAMS, withQuery())
      .willRespondWith(200, response => response.jsonBody({ data: atLeastOneLike(restream) }))
      .executeTest(async ({ url }) => {
        const [first] = await apiAt(url).restreams('asked')
        expect(first?.state).toBe('waiting')
      })
  })

  it('are turned on', async () => {
    await ownerInteraction()
      .uponReceiving('a request to turn a restream on')
      .withRequest('POST', `${RESTREAMS}/${ID}`, withBody({ is_on: true, _method: 'put' }))
      .willRespondWith(200, response => response.jsonBody({ data: restream }))
      .executeTest(async ({ url }) => {
        expect((await apiAt(url).setRestream('asked', ID, true)).is_on).toBe(true)
      })
  })

  it('are tried again', async () => {
    await ownerInteraction()
      .uponReceiving('a request to try a restream again')
      .withRequest('POST', `${RESTREAMS}/${ID}/retry`, withBody({}))
      .willRespondWith(200, response => response.jsonBody({ data: restream }))
      .executeTest(async ({ url }) => {
        expect((await apiAt(url).retry('asked', ID)).failure).toBeNull()
      })
  })
})
