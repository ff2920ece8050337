import { MatchersV3 } from '@pact-foundation/pact'
import { describe, expect, it } from 'vitest'
import {
  EMAIL,
  instantLike,
  respondWithRefusal,
  type State,
  sessionAt,
  withBody,
  withQuery,
} from '@/shared/testing/pact'
import { RequestsApi } from './requestsApi'
import { viewerInteraction } from './testing/pact'

const { atLeastOneLike, eachLike, integer, nullValue, regex, string } = MatchersV3

const REQUESTS = '/api/studio/requests'
const REQUEST = `${REQUESTS}/9`
const REQUEST_STATE: State = ['an operator with a request', { email: EMAIL, id: 9, reply_id: 4 }]
const apiAt = (host: string) => new RequestsApi(sessionAt(host))
const operatorInteraction = () => viewerInteraction(REQUEST_STATE)
const instant = instantLike('2026-11-21T18:00:00Z')
const row = {
  id: integer(9),
  version: integer(1),
  form: string('contacts'),
  form_title: string('Contact us'),
  sender_name: string('Ada Moreau'),
  sender_email: string('ada@example.org'),
  excerpt: string('The picture froze.'),
  created_at: instant,
  status: regex('^(open|closed)$', 'open'),
  assignee: nullValue(),
}
const reply = {
  id: integer(4),
  author: string(''),
  text: string('We look into it.'),
  created_at: instant,
  state: regex('^(queued|sent|failed)$', 'failed'),
  failure: 'rejected',
  sent_at: nullValue(),
}
const request = {
  ...row,
  recipient: string('ada@example.org'),
  answers: eachLike({ question: string('Message'), answer: string('The picture froze.') }),
  replies: eachLike(reply),
}
const sentRequest = { id: 9, version: 1 } as Parameters<RequestsApi['update']>[0]

describe('the requests of a channel', () => {
  it('are listed by status', async () => {
    await operatorInteraction()
      .uponReceiving('a request for open form requests')
      .withRequest('GET', REQUESTS, withQuery({ status: 'open', offset: '0' }))
      .willRespondWith(200, response =>
        response.jsonBody({ data: atLeastOneLike(row, 1), meta: { total: integer(1) } }),
      )
      .executeTest(async ({ url }) => {
        const filter = { status: 'open', form: null, assignee: null, q: null } as const
        expect((await apiAt(url).list(filter, 0)).total).toBe(1)
      })
  })

  it('have forms and operators to choose from', async () => {
    await operatorInteraction()
      .uponReceiving('a request for the filters of form requests')
      .withRequest('GET', `${REQUESTS}/filters`, withQuery())
      .willRespondWith(200, response =>
        response.jsonBody({
          data: {
            forms: eachLike({ alias: string('contacts'), title: string('Contact us'), requests: integer(1) }),
            operators: eachLike({ account_id: integer(5), name: string('Maya Halvorsen') }),
          },
        }),
      )
      .executeTest(async ({ url }) => {
        expect((await apiAt(url).choices()).forms[0]?.alias).toBe('contacts')
      })
  })

  it('show their answers and replies', async () => {
    await operatorInteraction()
      .uponReceiving('a request for a form request')
      .withRequest('GET', REQUEST, withQuery())
      .willRespondWith(200, response => response.jsonBody({ data: request }))
      .executeTest(async ({ url }) => {
        expect((await apiAt(url).show(9)).replies[0]?.failure).toBe('rejected')
      })
  })

  it('are closed', async () => {
    await operatorInteraction()
      .uponReceiving('a request to close a form request')
      .withRequest('POST', REQUEST, withBody({ version: 1, status: 'closed', _method: 'patch' }))
      .willRespondWith(200, response => response.jsonBody({ data: { ...request, status: 'closed' } }))
      .executeTest(async ({ url }) => {
        expect((await apiAt(url).update(sentRequest, { status: 'closed' })).status).toBe('closed')
      })
  })

  it('are answered', async () => {
    await operatorInteraction()
      .uponReceiving('a request to answer a form request')
      .withRequest('POST', `${REQUEST}/replies`, withBody({ version: 1, text: 'Thanks', close: true }))
      .willRespondWith(200, response => response.jsonBody({ data: { ...row, status: 'closed' } }))
      .executeTest(async ({ url }) => {
        expect((await apiAt(url).reply(sentRequest, 'Thanks', true)).status).toBe('closed')
      })
  })

  it('are not answered after somebody else changed them', async () => {
    const code = 'errors.request_changed'
    await operatorInteraction()
      .uponReceiving('a request to answer a changed form request')
      .withRequest('POST', `${REQUEST}/replies`, withBody({ version: 2, text: 'Thanks', close: false }))
      .willRespondWith(409, response => {
        respondWithRefusal(response, 409, code)
      })
      .executeTest(async ({ url }) => {
        const answer = apiAt(url).reply({ ...sentRequest, version: 2 }, 'Thanks', false)
        await expect(answer).rejects.toMatchObject({ status: 409, code })
      })
  })

  it('send a failed answer again', async () => {
    await operatorInteraction()
      .uponReceiving('a request to send an answer again')
      .withRequest('POST', '/api/studio/request-replies/4/retry', withBody({}))
      .willRespondWith(200, response => response.jsonBody({ data: { ...row } }))
      .executeTest(async ({ url }) => {
        expect((await apiAt(url).retry(4)).id).toBe(9)
      })
  })
})
