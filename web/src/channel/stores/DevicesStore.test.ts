import { configure } from 'mobx'
import { beforeEach, describe, expect, it } from 'vitest'
import { FakeServer } from '@/shared/testing/fakes'
import { aDevice } from '../testing/aDevice'
import { createChannel } from '../testing/createChannel'
import { type DevicesStore, devicesStore } from './DevicesStore'

configure({ enforceActions: 'always' })

const SESSIONS = '/api/auth/sessions'
const phone = aDevice(1, { name: 'Safari on iPhone', platform: 'mobile' })
const currentDevice = aDevice(2, { current: true })
const tv = aDevice(3, { name: 'Living room TV', platform: 'tv' })
let server: FakeServer
let store: DevicesStore

beforeEach(async () => {
  server = new FakeServer().on(SESSIONS, { json: { data: [phone, currentDevice, tv] } })
  store = (await createChannel(server)).resolve(devicesStore)
  await store.load()
})

const ids = () => store.list.value?.map(device => device.id)

describe('the devices', () => {
  it('start with this device', () => {
    expect(ids()).toEqual([2, 1, 3])
  })

  it('lose a device after its log-out', async () => {
    server.on(`${SESSIONS}/3`, { status: 204 })
    const leaving = store.signOut(tv)
    expect(store.signingOut.has(3)).toBe(true)
    expect(await leaving).toBe(true)
    expect(ids()).toEqual([2, 1])
    expect(store.signingOut.has(3)).toBe(false)
    expect(server.requests.at(-1)).toMatchObject({ method: 'DELETE', path: `${SESSIONS}/3` })
  })

  it('lose a device that was already logged out', async () => {
    server.on(`${SESSIONS}/3`, { status: 404 })
    expect(await store.signOut(tv)).toBe(true)
    expect(ids()).toEqual([2, 1])
  })

  it('keep a device whose log-out fails', async () => {
    server.on(`${SESSIONS}/3`, { status: 503 })
    expect(await store.signOut(tv)).toBe(false)
    expect(ids()).toEqual([2, 1, 3])
    expect(store.signingOut.size).toBe(0)
  })

  it('are only this device after logging out all others', async () => {
    server.on(SESSIONS, { status: 204 })
    expect(await store.signOutOthers()).toBe(true)
    expect(ids()).toEqual([2])
    expect(server.requests.at(-1)).toMatchObject({ method: 'DELETE', path: SESSIONS })
  })

  it('stay if logging out the others fails', async () => {
    server.on(SESSIONS, new Error('offline'))
    expect(await store.signOutOthers()).toBe(false)
    expect(ids()).toHaveLength(3)
    expect(store.signOutOthersForm.errorMessage?.code).toBe('network')
  })
})
