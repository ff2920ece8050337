import { MatchersV3 } from '@pact-foundation/pact'
import { describe, expect, it } from 'vitest'
import { EMAIL, respondWithRefusal, sessionAt, withBody } from '@/shared/testing/pact'
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
      .withRequest('POST', '/api/studio/imports/preview', withBody(FILE))
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
        expect((await apiAt(url).preview(FILE)).date_order).toBe('day_first')
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
