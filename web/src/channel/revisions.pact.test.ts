import { MatchersV3 } from '@pact-foundation/pact'
import { describe, expect, it } from 'vitest'
import { EMAIL, respondWithRefusal, sessionAt, withBody } from '@/shared/testing/pact'
import { RevisionsApi } from './revisionsApi'
import { viewerInteraction } from './testing/pact'

const { atLeastOneLike, fromProviderState, integer, like, string } = MatchersV3

const REVISION = 7
const pathOf = (suffix = '') =>
  fromProviderState(
    `/api/studio/revisions/\${revision}/revert${suffix}`,
    `/api/studio/revisions/7/revert${suffix}`,
  )
const apiAt = (host: string) => new RevisionsApi(sessionAt(host))
const entry = { section: string('faq'), key: string('refunds'), name: string('Do you refund?') }
const editorInteraction = (state: string) => viewerInteraction().given(state, { email: EMAIL })

describe('the undo of a revision', () => {
  it('has a preview', async () => {
    await editorInteraction('an editor and an edit of a question')
      .uponReceiving('a request to preview an undo')
      .withRequest('POST', pathOf('/preview'), withBody({ force: false }))
      .willRespondWith(200, response =>
        response.jsonBody({
          data: {
            changes: atLeastOneLike({
              ...entry,
              field: string('answer.en'),
              before: string('Yes.'),
              after: string('No.'),
            }),
            conflicts: like([]),
            effects: like([]),
          },
        }),
      )
      .executeTest(async ({ url }) => {
        const preview = await apiAt(url).previewUndo(REVISION, false)
        expect(preview.changes[0]?.key).toBe('refunds')
      })
  })

  it('names the fields that were changed again since', async () => {
    await editorInteraction('an editor and two edits of a question')
      .uponReceiving('a request to preview an undo after a later change')
      .withRequest('POST', pathOf('/preview'), withBody({ force: false }))
      .willRespondWith(200, response =>
        response.jsonBody({
          data: {
            changes: like([]),
            conflicts: atLeastOneLike({
              ...entry,
              field: string('answer.en'),
              value: string('No.'),
              current: string('Maybe.'),
            }),
            effects: like([]),
          },
        }),
      )
      .executeTest(async ({ url }) => {
        const preview = await apiAt(url).previewUndo(REVISION, false)
        expect(preview.conflicts[0]?.current).toBe('Maybe.')
      })
  })

  it('is a revision itself', async () => {
    const body = { force: false, keep_later_changes: false, confirm: false, refund: false }
    await editorInteraction('an editor and an edit of a question')
      .uponReceiving('a request to undo a revision')
      .withRequest('POST', pathOf(), withBody(body))
      .willRespondWith(200, response => response.jsonBody({ data: { revision: integer(8) } }))
      .executeTest(async ({ url }) => {
        const { confirm, refund, ...choice } = body
        expect(await apiAt(url).undo(REVISION, choice, { confirm, refund })).toBe(8)
      })
  })

  it('is refused after a later change, unless the operator decides', async () => {
    const body = { force: false, keep_later_changes: false, confirm: false, refund: false }
    const code = 'errors.merge_conflict'
    await editorInteraction('an editor and two edits of a question')
      .uponReceiving('a request to undo a revision after a later change')
      .withRequest('POST', pathOf(), withBody(body))
      .willRespondWith(409, response => respondWithRefusal(response, 409, code))
      .executeTest(async ({ url }) => {
        const { confirm, refund, ...choice } = body
        await expect(apiAt(url).undo(REVISION, choice, { confirm, refund })).rejects.toMatchObject({
          status: 409,
          code,
        })
      })
  })
})
