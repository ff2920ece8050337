import { beforeEach, describe, expect, it } from 'vitest'
import { FakeServer } from '@/shared/testing/fakes'
import { createEngagementStore } from '../fakes'
import type { FormRequest, RequestReply } from '../requestsApi'
import { parseRequestFilter, withRequestFilter } from '../requestsUrl'
import { type RequestsStore, requestsStore } from './RequestsStore'

const REQUESTS = '/api/studio/requests'
const REPLIES = `${REQUESTS}/9/replies`
const reply: RequestReply = {
  id: 4,
  author: 'Rosa',
  text: 'We look into it.',
  created_at: '2026-11-21T18:00:00Z',
  state: 'queued',
  failure: null,
  sent_at: null,
}
const aRequest = (changes: Partial<FormRequest> = {}): FormRequest => ({
  id: 9,
  version: 1,
  form: 'contacts',
  form_title: 'Contact us',
  sender_name: 'Ada Moreau',
  sender_email: 'ada@example.org',
  excerpt: 'The picture froze.',
  created_at: '2026-11-21T18:00:00Z',
  status: 'open',
  assignee: null,
  recipient: 'ada@example.org',
  answers: [],
  replies: [],
  ...changes,
})
let server: FakeServer
let store: RequestsStore

beforeEach(async () => {
  server = new FakeServer()
  store = createEngagementStore(server).resolve(requestsStore)
  const rows = [aRequest(), aRequest({ id: 8 })]
  server.on(REQUESTS, { json: { data: rows, meta: { total: 2, limit: 30, offset: 0 } } })
  server.on(`${REQUESTS}/9`, { json: { data: aRequest() } })
  await store.load({ status: 'open', form: null, assignee: null, q: null })
  await store.open(9)
})

const draft = async (text: string) => {
  store.setDraft(9, text)
  const { value } = store.request
  return value ? store.reply(value, true) : null
}

describe('the inbox', () => {
  it('deletes the draft after the answer is stored, and updates the list', async () => {
    const answered = aRequest({ version: 2, status: 'closed', replies: [reply] })
    server.on(REPLIES, { json: { data: answered } })
    expect(await draft('We look into it.')).toBeNull()
    expect(store.drafts.size).toBe(0)
    expect(store.request.value?.replies).toHaveLength(1)
    expect(store.rows[0]?.status).toBe('closed')
  })

  it('shows the other answer and keeps the draft after a conflict', async () => {
    const json = { status: 409, code: 'errors.request_changed', message: 'Changed' }
    server.on(REPLIES, { status: 409, json })
    server.on(`${REQUESTS}/9`, { json: { data: aRequest({ version: 2, replies: [reply] }) } })
    expect((await draft('Hello'))?.code).toBe('errors.request_changed')
    expect(store.hasConflict).toBe(true)
    expect(store.request.value?.version).toBe(2)
    expect(store.drafts.get(9)).toBe('Hello')
  })

  it('knows the next and the previous request', () => {
    expect(store.neighbor(9, 1)?.id).toBe(8)
    expect(store.neighbor(8, -1)?.id).toBe(9)
    expect(store.neighbor(8, 1)).toBeNull()
    expect(store.neighbor(null, 1)?.id).toBe(9)
  })
})

describe('the filters of requests', () => {
  it('are in the address', () => {
    const search = new URLSearchParams('form=seat&status=closed')
    expect(parseRequestFilter(search)).toEqual({ status: 'closed', form: 'seat', assignee: null, q: null })
    expect(withRequestFilter(search, { status: null, form: null }).toString()).toBe('status=all')
    expect(withRequestFilter(search, { status: 'open', assignee: 'me' }).toString()).toBe(
      'form=seat&assignee=me',
    )
  })
})
