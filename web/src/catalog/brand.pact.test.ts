import { MatchersV3 } from '@pact-foundation/pact'
import { describe, expect, it } from 'vitest'
import { EMAIL, fromState, respondWithRefusal, sessionAt, withBody } from '@/shared/testing/pact'
import { BrandApi } from './brandApi'
import { viewerInteraction } from './testing/pact'

const { atLeastOneLike, like, regex, string } = MatchersV3

const VERSION = 'a'.repeat(40)
const EDIT = {
  section: 'faq',
  key: 'refunds',
  value: { key: 'refunds', question: 'Do you refund?', answer: 'No.' },
  version: VERSION,
}
const entries = [{ ...EDIT, version: fromState('version', VERSION) }]
const apiAt = (host: string) => new BrandApi(sessionAt(host))
const editorInteraction = () => viewerInteraction(['an editor and a question', { email: EMAIL }])

describe('several entries of a channel', () => {
  it('are saved at once', async () => {
    await editorInteraction()
      .uponReceiving('a request to save several entries')
      .withRequest('POST', '/api/studio/entries', withBody({ entries, _method: 'put' }))
      .willRespondWith(200, response =>
        response.jsonBody({
          data: atLeastOneLike({
            section: string('faq'),
            key: string('refunds'),
            value: like({ question: 'Do you refund?' }),
            version: regex('^.{8,}$', VERSION),
          }),
        }),
      )
      .executeTest(async ({ url }) => {
        expect((await apiAt(url).saveAll([EDIT]))[0]?.key).toBe('refunds')
      })
  })

  it('are refused if someone else changed one of them', async () => {
    const code = 'errors.edit_conflict'
    const outdated = { ...EDIT, version: 'outdated' }
    await editorInteraction()
      .uponReceiving('a request to save entries that someone else changed')
      .withRequest('POST', '/api/studio/entries', withBody({ entries: [outdated], _method: 'put' }))
      .willRespondWith(409, response => respondWithRefusal(response, 409, code))
      .executeTest(async ({ url }) => {
        await expect(apiAt(url).saveAll([outdated])).rejects.toMatchObject({ status: 409, code })
      })
  })

  it('are previewed on the site before they are saved', async () => {
    await editorInteraction()
      .uponReceiving('a request to preview the site')
      .withRequest('POST', '/api/studio/preview', withBody({ entries }))
      .willRespondWith(200, response =>
        response.jsonBody({ data: { bundles: like({ en: { settings: { name: 'Prairie' } } }) } }),
      )
      .executeTest(async ({ url }) => {
        expect((await apiAt(url).preview([EDIT])).en?.settings.name).toBe('Prairie')
      })
  })
})
