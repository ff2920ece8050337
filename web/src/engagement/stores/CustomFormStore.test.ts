import { configure } from 'mobx'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { FakeServer } from '@/shared/testing/fakes'
import { aForm, createEngagementStore, VISITOR } from '../fakes'
import { type CustomFormStore, customFormStore, ROBOT_FIELD } from './CustomFormStore'

configure({ enforceActions: 'always' })

const PATH = '/api/custom-forms/contacts'
let server: FakeServer
let store: CustomFormStore

const requests = () => server.requests.filter(({ method }) => method === 'POST')
function fill() {
  store.form.change('name', 'Maya')
  store.form.change('email', 'maya@example.com')
}

beforeEach(async () => {
  server = new FakeServer().on(PATH, { json: { data: aForm() } }, { status: 201, json: { data: { id: 1 } } })
  store = createEngagementStore(server, VISITOR).resolve(customFormStore)
  await store.open('contacts')
})

describe('a form of the channel', () => {
  it('starts empty and shows missing fields before anything is sent', async () => {
    await store.submit()
    expect(store.form.errors).toEqual({
      name: [{ code: 'errors.required' }],
      email: [{ code: 'errors.required' }],
    })
    expect(requests()).toEqual([])
  })

  it('contains the email address of a logged-in viewer', async () => {
    store = createEngagementStore(new FakeServer().on(PATH, { json: { data: aForm() } })).resolve(
      customFormStore,
    )
    await store.open('contacts')
    expect(store.form.values).toMatchObject({ name: '', email: 'maya@example.com' })
  })

  it('reloads in another language and keeps the answers', async () => {
    fill()
    server.on(PATH, { json: { data: aForm({ title: 'Nous écrire' }) } })
    store.languageChanged()
    await vi.waitFor(() => expect(store.definition.value?.title).toBe('Nous écrire'))
    expect(store.form.values).toMatchObject({ name: 'Maya', email: 'maya@example.com' })
  })

  it('shows what an operator has changed since the last visit', async () => {
    fill()
    server.on(PATH, { json: { data: aForm({ title: 'Ask us' }) } })
    await store.open('contacts')
    expect(store.definition.value?.title).toBe('Ask us')
    expect(store.form.values).toMatchObject({ name: 'Maya' })
  })

  it('sends only the filled fields', async () => {
    fill()
    await store.submit()
    expect(store.form.state.kind).toBe('success')
    expect(requests()[0]?.body).toMatchObject({ fields: { name: 'Maya', email: 'maya@example.com' } })
    expect(requests()[0]?.body).not.toHaveProperty('robot_token')
  })

  it('sends the robot check’s token with the answers, and requires a new token for each try', async () => {
    server.on(PATH, { status: 422, json: { errors: { [ROBOT_FIELD]: ['A fake token required'] } } })
    fill()
    store.form.change(ROBOT_FIELD, 'pass')
    await store.submit()
    expect(requests()[0]?.body).toMatchObject({ robot_token: 'pass', fields: { name: 'Maya' } })
    expect(store.form.values[ROBOT_FIELD]).toBe('')
    expect([store.submitCount, store.form.errorOf(ROBOT_FIELD)?.text]).toEqual([1, 'A fake token required'])
  })

  it('keeps its answers when the viewer returns, and is empty after it was sent', async () => {
    fill()
    server.on(PATH, { json: { data: aForm() } }, { status: 201, json: { data: { id: 1 } } })
    await store.open('contacts')
    expect(store.form.values.name).toBe('Maya')
    await store.submit()
    server.on(PATH, { json: { data: aForm() } })
    await store.open('contacts')
    expect([store.form.state.kind, store.form.values.name]).toEqual(['idle', ''])
  })

  it('that does not exist is missing, without a page error', async () => {
    await store.open('nowhere')
    expect([store.isMissing, store.definition.value]).toEqual([true, null])
  })
})
