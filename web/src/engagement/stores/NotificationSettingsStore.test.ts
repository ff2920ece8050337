import { configure } from 'mobx'
import { beforeEach, describe, expect, it } from 'vitest'
import { FakeServer } from '@/shared/testing/fakes'
import { createEngagementStore } from '../fakes'
import {
  type NotificationSettingsStore,
  notificationSettingsStore,
  QUIET_FROM,
  QUIET_TO,
} from './NotificationSettingsStore'

configure({ enforceActions: 'always' })

const PATH = '/api/news-settings'
const SETTINGS = { by_mail: true, by_push: false, quiet_from: null, quiet_to: null, time_zone: 'UTC' }
const changes = (changes: object = {}) => ({ json: { data: { ...SETTINGS, ...changes } } })
let server: FakeServer
let store: NotificationSettingsStore

beforeEach(async () => {
  server = new FakeServer().on(PATH, changes())
  store = createEngagementStore(server).resolve(notificationSettingsStore)
  await store.load()
})

describe('notification settings', () => {
  it('are saved as the viewer changed them, and show the server’s values', async () => {
    store.setQuietHours(true, 'Europe/Paris')
    server.on(PATH, changes({ quiet_from: '22:00', quiet_to: '07:00', time_zone: 'Europe/Paris' }))
    expect(await store.save()).toBe(true)
    expect(server.requests.at(-1)?.body).toMatchObject({
      ...SETTINGS,
      quiet_from: QUIET_FROM,
      quiet_to: QUIET_TO,
      time_zone: 'Europe/Paris',
    })
    expect(store.settings.value?.time_zone).toBe('Europe/Paris')
  })

  it('show their errors and keep the typed text', async () => {
    store.form.change('quiet_from', 'late')
    server.on(PATH, { status: 422, json: { message: 'No', errors: { quiet_from: ['Field is required'] } } })
    expect(await store.save()).toBe(false)
    expect(store.form.errorOf('quiet_from')?.text).toBe('Field is required')
    expect(store.form.values.quiet_from).toBe('late')
  })

  it('save push at once, and keep other unsaved changes', async () => {
    store.form.change('by_mail', false)
    server.on(PATH, changes({ by_push: true }))
    await store.change({ by_push: true })
    expect(server.requests.at(-1)?.body).toMatchObject({ ...SETTINGS, by_push: true })
    expect(store.form.values).toMatchObject({ by_mail: false, by_push: true })
  })
})
