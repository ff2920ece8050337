import { MatchersV3 } from '@pact-foundation/pact'
import { describe, expect, it } from 'vitest'
import {
  EMAIL,
  respondWithFieldErrors,
  respondWithProblem,
  respondWithRefusal,
  withBody,
  withQuery,
} from '@/shared/testing/pact'
import { apiAt, EVENT, REMINDER, viewerInteraction, visitorInteraction } from './testing/pact'

const { atLeastOneLike, boolean, fromProviderState, integer, like, regex, string } = MatchersV3

const SETTINGS = {
  by_mail: true,
  by_push: false,
  quiet_from: '22:00',
  quiet_to: '07:00',
  time_zone: 'America/Chicago',
}

describe('notification settings', () => {
  it('are loaded', async () => {
    const settings = { by_mail: boolean(true), by_push: boolean(true), time_zone: string('America/Chicago') }
    await viewerInteraction()
      .uponReceiving('a request for notification settings')
      .withRequest('GET', '/api/news-settings', withQuery())
      .willRespondWith(200, response => response.jsonBody({ data: settings }))
      .executeTest(async ({ url }) => {
        expect(await apiAt(url).notificationSettings()).toMatchObject({ by_mail: true })
      })
  })

  it('are saved with quiet hours', async () => {
    await viewerInteraction()
      .uponReceiving('a request to set quiet hours')
      .withRequest('POST', '/api/news-settings', withBody(SETTINGS))
      .willRespondWith(200, response => response.jsonBody({ data: SETTINGS }))
      .executeTest(async ({ url }) => {
        expect(await apiAt(url).saveNotificationSettings(SETTINGS)).toEqual(SETTINGS)
      })
  })

  it('are rejected with quiet hours that have no end', async () => {
    const errors = { quiet_to: 'errors.quiet_hours_incomplete' }
    await viewerInteraction()
      .uponReceiving('a request to set quiet hours without an end')
      .withRequest('POST', '/api/news-settings', withBody({ ...SETTINGS, quiet_to: null }))
      .willRespondWith(422, response => respondWithFieldErrors(response, errors))
      .executeTest(async ({ url }) => {
        const wrong = { ...SETTINGS, quiet_to: null }
        await expect(apiAt(url).saveNotificationSettings(wrong)).rejects.toMatchObject({
          errors: { quiet_to: [{ code: 'errors.quiet_hours_incomplete' }] },
        })
      })
  })

  it('return the server’s key for push', async () => {
    await visitorInteraction()
      .uponReceiving('a request for the public key of push messages')
      .withRequest('GET', '/api/push/key', withQuery())
      .willRespondWith(200, response =>
        response.jsonBody({ data: { public_key: regex('^[\\w-]{87}$', 'B'.repeat(87)) } }),
      )
      .executeTest(async ({ url }) => {
        expect(await apiAt(url).pushKey()).toHaveLength(87)
      })
  })

  it('add and remove the push subscription of this device', async () => {
    const endpoint = 'https://fcm.googleapis.com/fcm/send/asked'
    // The key (a point on the P-256 curve) and the 16-byte secret of the example in RFC 8291.
    const keys = {
      p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
      auth: 'BTBZMqHH6r4Tts7J_aSIgg',
    }
    await viewerInteraction()
      .uponReceiving('a request to subscribe a browser to push messages')
      .withRequest('POST', '/api/push/subscription', withBody({ endpoint, keys }))
      .willRespondWith(204)
      .executeTest(({ url }) => apiAt(url).addPush(endpoint, keys))
    await viewerInteraction()
      .uponReceiving('a request to unsubscribe a browser from push messages')
      .withRequest('POST', '/api/push/subscription', withBody({ endpoint, _method: 'delete' }))
      .willRespondWith(204)
      .executeTest(({ url }) => apiAt(url).removePush(endpoint))
  })
})

describe('the unsubscribe link of an email', () => {
  it('stops its reminder without a log-in', async () => {
    const token = fromProviderState(`\${${'token'}}`, 'a-token')
    const stopped = { about_type: 'event', about_id: 12, name: like('Away @ Home'), score_alerts: false }
    await visitorInteraction(['an account', { email: EMAIL }], EVENT, REMINDER, [
      'an unsubscribe link',
      { email: EMAIL, event_id: 12 },
    ])
      .uponReceiving('a request to unsubscribe with the token of an email')
      .withRequest('POST', '/api/news/unsubscribe', withBody({ token }))
      .willRespondWith(200, response => response.jsonBody({ data: stopped }))
      .executeTest(async ({ url }) => {
        expect(await apiAt(url).unsubscribe('a-token')).toMatchObject({ about_id: 12 })
      })
  })

  it('with an invalid token is rejected', async () => {
    await visitorInteraction()
      .uponReceiving('a request to unsubscribe with an invalid token')
      .withRequest('POST', '/api/news/unsubscribe', withBody({ token: 'made-up' }))
      .willRespondWith(400, response => respondWithRefusal(response, 400, 'errors.invalid_link'))
      .executeTest(async ({ url }) => {
        await expect(apiAt(url).unsubscribe('made-up')).rejects.toMatchObject({ status: 400 })
      })
  })
})

describe('a form of the channel', () => {
  const field = {
    name: string('name'),
    label: string('Your name'),
    type: string('text'),
    required: boolean(true),
    rules: like({}),
    options: like([]),
  }
  const ANSWERS = {
    name: 'Maya Halvorsen',
    email: EMAIL,
    subject: 'The lights',
    message: 'They went out in the third period.',
  }

  it('lists its fields', async () => {
    const form = { alias: 'contacts', title: string('Contact us'), robot_check: boolean(false) }
    await visitorInteraction()
      .uponReceiving('a request for the contact form')
      .withRequest('GET', '/api/custom-forms/contacts', withQuery())
      .willRespondWith(200, response =>
        response.jsonBody({
          data: {
            ...form,
            intro: string(''),
            thanks: string(''),
            submit: string('Send'),
            fields: atLeastOneLike(field, 1),
          },
        }),
      )
      .executeTest(async ({ url }) => {
        expect((await apiAt(url).form('contacts')).fields).not.toEqual([])
      })
  })

  it('that does not exist is not found', async () => {
    await visitorInteraction()
      .uponReceiving('a request for an unknown form')
      .withRequest('GET', '/api/custom-forms/nowhere', withQuery())
      .willRespondWith(404, response => respondWithProblem(response, 404))
      .executeTest(async ({ url }) => {
        await expect(apiAt(url).form('nowhere')).rejects.toMatchObject({ status: 404 })
      })
  })

  it('is sent', async () => {
    await visitorInteraction()
      .uponReceiving('a request to submit the contact form')
      .withRequest('POST', '/api/custom-forms/contacts', withBody({ fields: ANSWERS }))
      .willRespondWith(201, response => response.jsonBody({ data: { id: integer(1) } }))
      .executeTest(({ url }) => apiAt(url).sendForm('contacts', ANSWERS))
  })

  it('with errors returns them for each field', async () => {
    const errors = { email: 'errors.invalid_email' }
    await visitorInteraction()
      .uponReceiving('a request to submit the contact form with an invalid email address')
      .withRequest('POST', '/api/custom-forms/contacts', withBody({ fields: { ...ANSWERS, email: 'maya' } }))
      .willRespondWith(422, response => respondWithFieldErrors(response, errors))
      .executeTest(async ({ url }) => {
        const wrong = { ...ANSWERS, email: 'maya' }
        await expect(apiAt(url).sendForm('contacts', wrong)).rejects.toMatchObject({
          errors: { email: [{ code: 'errors.invalid_email' }] },
        })
      })
  })
})
