import { MatchersV3 } from '@pact-foundation/pact'
import { describe, expect, it } from 'vitest'
import { EntriesApi } from '@/shared/studio/entries'
import { API_KEY, EMAIL, instantLike, sessionAt, withBody, withQuery } from '@/shared/testing/pact'
import { ScheduleApi } from './scheduleApi'
import { interaction } from './testing/pact'

const { atLeastOneLike, boolean, integer, regex, string } = MatchersV3

const EVENTS = '/api/studio/events'
const ENTRY = '/api/studio/entries/events/asked'
const apiAt = (host: string) => new ScheduleApi(sessionAt(host))
const producerInteraction = () =>
  interaction(['a game and an operator', { api_key: API_KEY, email: EMAIL, event_id: 12 }])

const streamInteraction = () =>
  interaction(['a game with a stream and an operator', { api_key: API_KEY, email: EMAIL, event_id: 12 }])

const health = {
  state: regex('^(waiting|live|interrupted|ending|finished)$', 'waiting'),
  server: string('rtmp://site/live'),
  fault: '',
  is_supervised: boolean(false),
  encoders: atLeastOneLike(
    {
      slot: regex('^(primary|backup)$', 'primary'),
      state: regex('^(waiting|receiving|stalled)$', 'waiting'),
      fault: '',
      is_on_air: boolean(false),
    },
    2,
  ),
  preferred_slot: regex('^(primary|backup)$', 'primary'),
  safety_delay_seconds: integer(0),
}

describe('the schedule of the studio', () => {
  it('lists events with what they have and lack', async () => {
    const event = {
      id: integer(12),
      key: string('asked'),
      name: string('Harlan Falls @ Cedar Ridge'),
      category: string('Boys hockey'),
      location: string('Rink'),
      starts_at: instantLike('2026-11-23T19:00:00Z'),
      is_time_known: boolean(true),
      status: regex('^(upcoming|live|finished|postponed|canceled)$', 'upcoming'),
      visibility: regex('^(public|unlisted)$', 'public'),
      is_neutral_site: boolean(false),
      score: { away: integer(2), home: integer(3), ending: 'regulation' },
      pass_type: string('free'),
      has_timeline: boolean(false),
      has_stream: boolean(false),
      is_stream_used: boolean(false),
      has_picture: boolean(true),
      has_recording: boolean(false),
      missing: string('stream'),
    }
    await producerInteraction()
      .uponReceiving('a request for the schedule of the studio')
      .withRequest('GET', EVENTS, withQuery({ key: 'asked', limit: '1' }))
      .willRespondWith(200, response =>
        response.jsonBody({ data: atLeastOneLike(event), meta: { total: integer(1) } }),
      )
      .executeTest(async ({ url }) => {
        expect((await apiAt(url).event('asked'))?.missing).toBe('stream')
      })
  })

  it('postpones an event', async () => {
    await producerInteraction()
      .uponReceiving('a request to postpone an event')
      .withRequest('POST', `${EVENTS}/asked/postpone`, withBody({ to: '2027-01-09 19:00' }))
      .willRespondWith(200, response =>
        response.jsonBody({ data: { changed: true, refunded: 0, pending: 0 } }),
      )
      .executeTest(async ({ url }) => {
        const change = await apiAt(url).change('asked', 'postpone', null, '2027-01-09 19:00')
        expect(change.changed).toBe(true)
      })
  })

  it('returns the key of a stream', async () => {
    await producerInteraction()
      .uponReceiving('a request for a stream key')
      .withRequest('POST', `${EVENTS}/asked/stream`, withBody({ new_key: false }))
      .willRespondWith(200, response =>
        response.jsonBody({
          data: {
            server: string('rtmp://site/live'),
            stream_key: string('12-abc'),
            srt_url: string('srt://site?streamid=12-abc'),
            qr: string('<svg/>'),
            backup_key: string('12-backup-abc'),
            backup_srt_url: string('srt://site?streamid=12-backup-abc'),
            backup_qr: string('<svg/>'),
            health,
          },
        }),
      )
      .executeTest(async ({ url }) => {
        expect((await apiAt(url).openStream('asked', false)).health.state).toBe('waiting')
      })
  })

  it('ends a stream without what its safety delay holds back', async () => {
    await streamInteraction()
      .uponReceiving('a request to end a stream and discard what is held back')
      .withRequest('POST', `${EVENTS}/asked/stream/stop`, withBody({ discard_held: true }))
      .willRespondWith(200, response =>
        response.jsonBody({ data: { ...health, state: 'ending', server: null } }),
      )
      .executeTest(async ({ url }) => {
        expect((await apiAt(url).stopStream('asked', true)).state).toBe('ending')
      })
  })

  it('sets the safety delay of a stream', async () => {
    await streamInteraction()
      .uponReceiving('a request to set the safety delay')
      .withRequest('POST', `${EVENTS}/asked/stream/safety-delay`, withBody({ seconds: 30 }))
      .willRespondWith(200, response => response.jsonBody({ data: { ...health, safety_delay_seconds: 30 } }))
      .executeTest(async ({ url }) => {
        expect((await apiAt(url).setSafetyDelay('asked', 30)).safety_delay_seconds).toBe(30)
      })
  })

  it('puts the backup encoder on air', async () => {
    await streamInteraction()
      .uponReceiving('a request to put the backup encoder on air')
      .withRequest('POST', `${EVENTS}/asked/stream/on-air`, withBody({ slot: 'backup' }))
      .willRespondWith(200, response => response.jsonBody({ data: { ...health, preferred_slot: 'backup' } }))
      .executeTest(async ({ url }) => {
        expect((await apiAt(url).putOnAir('asked', 'backup')).preferred_slot).toBe('backup')
      })
  })

  it('chooses the languages of live captions', async () => {
    await producerInteraction()
      .uponReceiving('a request to set the caption languages')
      .withRequest('POST', `${EVENTS}/asked/stream/captions`, withBody({ languages: ['en'], _method: 'put' }))
      .willRespondWith(200, response =>
        response.jsonBody({
          data: [{ language: 'en', name: 'English', count: 0, received_at: null, delay_ms: null }],
        }),
      )
      .executeTest(async ({ url }) => {
        const [language] = await apiAt(url).chooseCaptionLanguages('asked', ['en'])
        expect(language?.name).toBe('English')
      })
  })

  it('returns the entry of an event with its version', async () => {
    await producerInteraction()
      .uponReceiving('a request for the entry of an event')
      .withRequest('GET', ENTRY, withQuery())
      .willRespondWith(200, response =>
        response.jsonBody({
          data: {
            section: 'events',
            key: 'asked',
            version: string('0123456789abcdef'),
            value: { key: 'asked' },
          },
        }),
      )
      .executeTest(async ({ url }) => {
        const entry = await new EntriesApi(sessionAt(url)).get('events', 'asked')
        expect(entry.value.key).toBe('asked')
      })
  })
})
