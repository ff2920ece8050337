import { MatchersV3 } from '@pact-foundation/pact'
import { describe, expect, it } from 'vitest'
import {
  API_KEY,
  EMAIL,
  respondWithProblem,
  respondWithRefusal,
  sessionAt,
  withBody,
  withQuery,
} from '@/shared/testing/pact'
import { CameraApi, type SentChunk } from './cameraApi'
import { interaction, viewerInteraction } from './testing/pact'

const { boolean, integer, regex, string } = MatchersV3

const CAMERA = '/api/studio/events/asked/camera'
const SESSION = '0b5c9a2e-7d51-4c3e-9c0a-3f6d1e2b4a58'
const OTHER_SESSION = '5d1f7c40-2b9e-4f0a-8a6d-1c3b5e7f9021'
/** No text, so that the contract compares bytes. */
const DATA = Buffer.from('000102fffefd8a8b00c0ffee0000017f', 'hex')
const SHA256 = '3b95ea2f2104230ee77e7a8a1bba42ee6d4e5c1d8f4484e0e62c65b556936661'
const PARAMS = { api_key: API_KEY, email: EMAIL, event_id: 12 }
const apiAt = (host: string) => new CameraApi(sessionAt(host), 'asked')
const operatorInteraction = () => interaction(['a game and an operator', PARAMS])
/** The session of a phone that has sent the chunk 0. */
const phoneInteraction = () =>
  interaction(['a phone camera with a chunk', { ...PARAMS, session: SESSION, data: DATA.toString('hex') }])

const statusLike = (nextNumber: number, isEnded = false) => ({
  state: regex('^(|waiting|live|interrupted|ending|finished)$', 'waiting'),
  fault: '',
  session: SESSION,
  next_number: nextNumber,
  published_number: integer(0),
  is_ended: boolean(isEnded),
})

describe('the camera of an event', () => {
  it('has an address for the phone, and a state', async () => {
    await phoneInteraction()
      .uponReceiving('a request for the camera of an event')
      .withRequest('GET', CAMERA, withQuery())
      .willRespondWith(200, response =>
        response.jsonBody({
          data: {
            url: regex('^https?://.+/studio/camera/asked$', 'http://prairie.localhost/studio/camera/asked'),
            qr: string('<svg/>'),
            status: statusLike(1),
          },
        }),
      )
      .executeTest(async ({ url }) => {
        expect((await apiAt(url).address()).status.next_number).toBe(1)
      })
  })

  it('is for operators only', async () => {
    await viewerInteraction(['an event', { id: 12 }])
      .uponReceiving('a request by a viewer for the camera of an event')
      .withRequest('GET', CAMERA, withQuery())
      .willRespondWith(403, response => respondWithProblem(response, 403))
      .executeTest(async ({ url }) => {
        await expect(apiAt(url).status()).rejects.toMatchObject({ status: 403 })
      })
  })

  it('starts with a session of the phone', async () => {
    await operatorInteraction()
      .uponReceiving('a request to start a phone camera')
      .withRequest('POST', `${CAMERA}/${SESSION}`, withBody({ _method: 'put' }))
      .willRespondWith(200, response => response.jsonBody({ data: statusLike(0) }))
      .executeTest(async ({ url }) => {
        expect((await apiAt(url).start(SESSION)).session).toBe(SESSION)
      })
  })

  it('is refused beside another phone', async () => {
    const code = 'errors.camera_other'
    await phoneInteraction()
      .uponReceiving('a request to start a second phone camera')
      .withRequest('POST', `${CAMERA}/${OTHER_SESSION}`, withBody({ _method: 'put' }))
      .willRespondWith(400, response => respondWithRefusal(response, 400, code))
      .executeTest(async ({ url }) => {
        await expect(apiAt(url).start(OTHER_SESSION)).rejects.toMatchObject({ status: 400, code })
      })
  })

  it('ends with its session', async () => {
    await phoneInteraction()
      .uponReceiving('a request to end a phone camera')
      .withRequest('POST', `${CAMERA}/${SESSION}/end`, withBody())
      .willRespondWith(200, response => response.jsonBody({ data: statusLike(1, true) }))
      .executeTest(async ({ url }) => {
        await apiAt(url).end(SESSION)
      })
  })
})

describe('a chunk of a phone', () => {
  const chunk = (number: number, sha256 = SHA256): SentChunk => {
    return { number, recording: 0, sha256, data: new Uint8Array(DATA).buffer }
  }
  const send = (url: string, sent: SentChunk) => apiAt(url).send(SESSION, sent, new AbortController().signal)

  /** The bytes are the body as they are, and the key is in a header. */
  const sending = (description: string, { number, sha256 }: SentChunk) =>
    phoneInteraction()
      .uponReceiving(description)
      .withRequest('PUT', `${CAMERA}/${SESSION}/chunks/${number}`, request =>
        request
          .query({ recording: '0', sha256 })
          .headers({ Accept: 'application/json', Authorization: `Bearer ${API_KEY}` })
          .body('application/octet-stream', DATA),
      )

  it.each([
    ['comes in its turn', 1, 2],
    ['the server already has', 0, 1],
    ['comes before its turn', 3, 1],
  ])('that %s is accepted', async (name, number, nextNumber) => {
    await sending(`a request to store a chunk that ${name}`, chunk(number))
      .willRespondWith(200, response => response.jsonBody({ data: statusLike(nextNumber) }))
      .executeTest(async ({ url }) => {
        expect((await send(url, chunk(number))).next_number).toBe(nextNumber)
      })
  })

  it('long before its turn is refused with the number that is missing', async () => {
    const code = 'errors.camera_chunk_gap'
    await sending('a request to store a chunk long before its turn', chunk(10))
      .willRespondWith(409, response =>
        response
          .headers({ 'Content-Type': 'application/problem+json' })
          .jsonBody({ status: 409, code, message: string('No'), next_number: 1 }),
      )
      .executeTest(async ({ url }) => {
        const problem = { next_number: 1 }
        await expect(send(url, chunk(10))).rejects.toMatchObject({ status: 409, code, problem })
      })
  })

  it('that was damaged is refused', async () => {
    const code = 'errors.camera_chunk_damaged'
    const damaged = chunk(1, '0'.repeat(64))
    await sending('a request to store a damaged chunk', damaged)
      .willRespondWith(400, response => respondWithRefusal(response, 400, code))
      .executeTest(async ({ url }) => {
        await expect(send(url, damaged)).rejects.toMatchObject({ status: 400, code })
      })
  })
})
