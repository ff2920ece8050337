import { MatchersV3 } from '@pact-foundation/pact'
import { describe, expect, it } from 'vitest'
import {
  EMAIL,
  respondWithFieldErrors,
  respondWithProblem,
  respondWithRefusal,
  sessionAt,
  withBody,
  withQuery,
} from '@/shared/testing/pact'
import { ImportApi } from './importApi'
import { viewerInteraction } from './testing/pact'

const { eachLike, like, string } = MatchersV3

const CSV = 'Date;Time;Home;Away\n31/12/2027;19:00;Otters;Hawks\n'
const FILE = { content: btoa(CSV), source: 'season.csv' }
const apiAt = (host: string) => new ImportApi(sessionAt(host))
const editorInteraction = () => viewerInteraction(['an editor and a question', { email: EMAIL }])

describe('the import of a schedule', () => {
  it('is shown before anything is written', async () => {
    await editorInteraction()
      .uponReceiving('a request to preview an import')
      .withRequest('POST', '/api/studio/imports/preview', withBody({ ...FILE, choices: [] }))
      .willRespondWith(200, response =>
        response.jsonBody({
          data: {
            version: string('0a1b2c'),
            format: 'csv',
            delimiter: ';',
            date_order: 'day_first',
            columns: eachLike({ name: string('Date'), field: string('date') }, 4),
            names: eachLike({ kind: string('team'), name: string('Otters') }),
            counts: like({ new: 0 }),
          },
        }),
      )
      .executeTest(async ({ url }) => {
        expect((await apiAt(url).preview(FILE, [])).date_order).toBe('day_first')
      })
  })

  it('is refused if it would do something else than its preview', async () => {
    const code = 'errors.import_outdated'
    await editorInteraction()
      .uponReceiving('a request to import a schedule with an outdated preview')
      .withRequest('POST', '/api/studio/imports', withBody({ ...FILE, version: 'outdated', choices: [] }))
      .willRespondWith(409, response => respondWithRefusal(response, 409, code))
      .executeTest(async ({ url }) => {
        const decision = { version: 'outdated', choices: [] }
        await expect(apiAt(url).apply(FILE, decision)).rejects.toMatchObject({ status: 409, code })
      })
  })
})

describe('the feeds of a channel', () => {
  it('are listed', async () => {
    await editorInteraction()
      .uponReceiving('a request for feeds')
      .withRequest('GET', '/api/studio/feeds', withQuery())
      .willRespondWith(200, response => response.jsonBody({ data: [] }))
      .executeTest(async ({ url }) => {
        expect(await apiAt(url).feeds()).toEqual([])
      })
  })

  it('have no private addresses', async () => {
    const feed = { name: 'League', address: 'https://127.0.0.1/season.ics' }
    await editorInteraction()
      .uponReceiving('a request to add a feed with a private address')
      .withRequest('POST', '/api/studio/feeds', withBody(feed))
      .willRespondWith(422, response =>
        respondWithFieldErrors(response, { address: 'errors.private_feed_address' }),
      )
      .executeTest(async ({ url }) => {
        await expect(apiAt(url).addFeed(feed)).rejects.toMatchObject({ status: 422 })
      })
  })

  it.each([
    ['check', 'POST', '/check', {}, (api: ImportApi) => api.checkFeed(999)],
    [
      'pause',
      'POST',
      '',
      { is_paused: true, _method: 'patch' },
      (api: ImportApi) => api.setFeedPaused(999, true),
    ],
    ['delete', 'DELETE', '', null, (api: ImportApi) => api.deleteFeed(999)],
  ] as const)('are not found in another channel (%s)', async (name, method, suffix, body, send) => {
    await editorInteraction()
      .uponReceiving(`a request to ${name} a feed of another channel`)
      .withRequest(method, `/api/studio/feeds/999${suffix}`, body ? withBody(body) : withQuery())
      .willRespondWith(404, response => respondWithProblem(response, 404))
      .executeTest(async ({ url }) => {
        await expect(send(apiAt(url))).rejects.toMatchObject({ status: 404 })
      })
  })
})
