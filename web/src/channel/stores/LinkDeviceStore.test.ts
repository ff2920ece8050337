import { configure } from 'mobx'
import { beforeEach, describe, expect, it } from 'vitest'
import { FakeServer } from '@/shared/testing/fakes'
import { aDevice } from '../testing/aDevice'
import { createChannel } from '../testing/createChannel'
import { type LinkDeviceStore, linkDeviceStore } from './LinkDeviceStore'

configure({ enforceActions: 'always' })

const LINK = '/api/auth/add_session'
const tv = aDevice(9, { name: 'Living room TV', platform: 'tv' })
let server: FakeServer
let store: LinkDeviceStore

beforeEach(async () => {
  server = new FakeServer().on(LINK, { json: { data: tv } })
  store = (await createChannel(server)).resolve(linkDeviceStore)
})

describe('a code', () => {
  it.each([
    ['kqm-btr', 'KQMBTR'],
    [' KQM BTR\n', 'KQMBTR'],
    ['kqmbtrxx', 'KQMBTR'],
    ['é!', ''],
  ])('is accepted in any typed or pasted form: %j', (typed, code) => {
    store.setCode(typed)
    expect(store.form.values.code).toBe(code)
  })

  it('from the URL waits for confirmation', () => {
    store.open('KQMBTR')
    expect(store.form.values.code).toBe('KQMBTR')
    expect(server.requests).toEqual([])
  })

  it('logs the device in', async () => {
    store.setCode('kqmbtr')
    expect(await store.submit()).toEqual(tv)
    expect(server.requests[0]?.body).toEqual({ api_key: 'key', code: 'KQMBTR' })
    expect(store.linked).toEqual(tv)
  })

  it('is not sent while it is empty', async () => {
    expect(await store.submit()).toBeNull()
    expect(server.requests).toEqual([])
    expect(store.form.errorOf('code')?.code).toBe('errors.required')
  })

  it('shows the server’s error if it is unknown', async () => {
    server.on(LINK, { status: 400, json: { code: 'errors.device_code', message: 'No' } })
    store.setCode('kqmbtr')
    expect(await store.submit()).toBeNull()
    expect(store.form.errorMessage?.code).toBe('errors.device_code')
    expect(store.linked).toBeNull()
  })
})
