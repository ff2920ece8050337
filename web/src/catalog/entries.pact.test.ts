import { MatchersV3 } from '@pact-foundation/pact'
import { describe, expect, it } from 'vitest'
import { EMAIL, fromState, respondWithRefusal, sessionAt, withBody, withQuery } from '@/shared/testing/pact'
import { ContentApi } from './contentApi'
import { viewerInteraction } from './testing/pact'

const { atLeastOneLike, boolean, integer, like, regex, string } = MatchersV3

const FAQ = '/api/studio/entries/faq'
const REFUNDS = `${FAQ}/refunds`
const VERSION = 'a'.repeat(40)
const VALUE = { key: 'refunds', question: 'Do you refund?', answer: 'No.' }
const apiAt = (host: string) => new ContentApi(sessionAt(host))
const entryBody = {
  section: string('faq'),
  key: string('refunds'),
  value: like({ key: 'refunds' }),
  version: regex('^.{8,}$', VERSION),
}
const editorInteraction = () => viewerInteraction(['an editor and a question', { email: EMAIL }])

describe('the content of a channel', () => {
  it('is listed by section', async () => {
    await editorInteraction()
      .uponReceiving('a request for the entries of a section')
      .withRequest('GET', FAQ, withQuery())
      .willRespondWith(200, response =>
        response.jsonBody({ data: atLeastOneLike({ ...entryBody, value: like({}) }) }),
      )
      .executeTest(async ({ url }) => {
        expect((await apiAt(url).list('faq'))[0]?.key).toBe('refunds')
      })
  })

  it('is read entry by entry', async () => {
    await editorInteraction()
      .uponReceiving('a request for an entry')
      .withRequest('GET', REFUNDS, withQuery())
      .willRespondWith(200, response => response.jsonBody({ data: entryBody }))
      .executeTest(async ({ url }) => {
        expect((await apiAt(url).get('faq', 'refunds')).version).toBe(VERSION)
      })
  })

  it('is saved with the version that it replaces', async () => {
    const version = fromState('version', VERSION)
    await editorInteraction()
      .uponReceiving('a request to save an entry')
      .withRequest('POST', REFUNDS, withBody({ value: VALUE, version, _method: 'put' }))
      .willRespondWith(200, response =>
        response.jsonBody({ data: { ...entryBody, value: like({ question: 'Do you refund?' }) } }),
      )
      .executeTest(async ({ url }) => {
        const saved = await apiAt(url).save('faq', 'refunds', VALUE, VERSION)
        expect(saved.value.question).toBe('Do you refund?')
      })
  })

  it('has the contact form as viewers see it in a language', async () => {
    const field = {
      name: string('email'),
      label: string('Your email address'),
      type: regex('^(text|email|tel|textarea|select|checkbox|number)$', 'email'),
      required: boolean(true),
      rules: like({}),
      options: like([]),
    }
    const texts = {
      title: string('Contact us'),
      intro: string(''),
      thanks: string(''),
      submit: string('Send'),
    }
    await editorInteraction()
      .uponReceiving('a request for the contact form in a language')
      .withRequest('GET', '/api/custom-forms/contacts', withQuery())
      .willRespondWith(200, response =>
        response.jsonBody({ data: { ...texts, fields: atLeastOneLike(field, 1) } }),
      )
      .executeTest(async ({ url }) => {
        expect((await apiAt(url).getForm('contacts', 'en')).fields).not.toEqual([])
      })
  })

  it('moves to another entry in a merge', async () => {
    const merge = '/api/studio/merges/locations/rink'
    const numbers = { events: 1, teams: 0, orders: 0, favorites: 0, reminders: 0 }
    await viewerInteraction(['an editor and the same place twice', { email: EMAIL }])
      .uponReceiving('a request for the effects of a merge')
      .withRequest('GET', merge, withQuery({ into: 'ice' }))
      .willRespondWith(200, response => response.jsonBody({ data: like(numbers) }))
      .executeTest(async ({ url }) => {
        expect((await apiAt(url).previewMerge('locations', 'rink', 'ice')).events).toBe(1)
      })
    await viewerInteraction(['an editor and the same place twice', { email: EMAIL }])
      .uponReceiving('a request to merge two places')
      .withRequest('POST', merge, withBody({ into: 'ice' }))
      .willRespondWith(200, response => response.jsonBody({ data: { revision: integer(7) } }))
      .executeTest(async ({ url }) => {
        await apiAt(url).merge('locations', 'rink', 'ice')
      })
  })

  it('has pictures that are cropped on the server', async () => {
    const path = fromState('path', '/files/prairie/0123456789ab-final.png')
    const box = { x: 0, y: 6, width: 64, height: 36 }
    const cropped = { path: string('/files/prairie/ba9876543210-final.png'), url: string('/files/prairie/a') }
    await viewerInteraction(['an editor and a picture', { email: EMAIL }])
      .uponReceiving('a request to crop a picture')
      .withRequest('POST', '/api/studio/pictures/crops', withBody({ path, ...box, max_width: 1280 }))
      .willRespondWith(200, response =>
        response.jsonBody({ data: { ...cropped, width: integer(64), height: integer(36) } }),
      )
      .executeTest(async ({ url }) => {
        const stored = await apiAt(url).cropPicture('/files/prairie/0123456789ab-final.png', box, 1280)
        expect([stored.width, stored.height]).toEqual([64, 36])
      })
  })

  it('is not removed with an outdated version', async () => {
    const code = 'errors.edit_conflict'
    await editorInteraction()
      .uponReceiving('a request to remove an entry that someone else changed')
      .withRequest('DELETE', REFUNDS, withQuery({ version: 'outdated', confirm: 'false', refund: 'false' }))
      .willRespondWith(409, response => respondWithRefusal(response, 409, code))
      .executeTest(async ({ url }) => {
        await expect(apiAt(url).remove('faq', 'refunds', 'outdated')).rejects.toMatchObject({
          status: 409,
          code,
        })
      })
  })

  it('shows Markdown as the site does', async () => {
    await editorInteraction()
      .uponReceiving('a request to preview Markdown')
      .withRequest('POST', '/api/studio/markdown', withBody({ text: '**No.**' }))
      .willRespondWith(200, response =>
        response.jsonBody({ data: { html: string('<p><strong>No.</strong></p>') } }),
      )
      .executeTest(async ({ url }) => {
        expect(await apiAt(url).renderMarkdown('**No.**')).toContain('<strong>')
      })
  })
})
