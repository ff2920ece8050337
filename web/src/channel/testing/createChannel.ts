import { runInAction } from 'mobx'
import { HttpClient } from '@/shared/http/client'
import { Session } from '@/shared/http/session'
import { ToastStore } from '@/shared/notices/ToastStore'
import { BrowserStorage } from '@/shared/storage/BrowserStorage'
import { type FakeServer, MemoryStorage } from '@/shared/testing/fakes'
import { ChannelApi, type Project } from '../api'
import { ChannelStore } from '../ChannelStore'
import { aBundle } from '../fakes'
import type { Bundle, User } from '../model'
import { type ViewerChangeListener, ViewerStore } from '../stores/ViewerStore'

interface ChannelOptions {
  bundle?: Partial<Bundle>
  project?: Project
  /** The viewer who is logged in. */
  user?: User
  /** Called when the viewer changes. */
  changed?: ViewerChangeListener
}

/** Return a loaded channel with the API key `key`. `server` responds to the requests of its screens. */
export async function createChannel(
  server: FakeServer,
  { bundle, project, user, changed }: ChannelOptions = {},
) {
  const storage = new BrowserStorage('test.', new MemoryStorage())
  storage.set('api_key', 'key')
  server
    .on('/project.json', { json: project ?? {} })
    .on('/channel-key', { json: { data: { channel_key: 'channel' } } })
    .on('/api/get_api_key', { json: { data: { api_key: 'fresh' } } })
    .on('/api/channel-bootstrap-data', { json: { data: aBundle(bundle) } })
  const http = new HttpClient(server.fetch)
  const language = { current: 'en' }
  const session = new Session({
    http,
    storage,
    hosts: () => channel.project,
    language: () => language.current,
    sleep: async () => undefined,
  })
  const viewer = new ViewerStore(session, storage, changed ?? (() => undefined))
  const shell = { api: session, storage, toasts: new ToastStore(), viewer, language }
  const channel: ChannelStore = new ChannelStore(new ChannelApi(session, http), shell)
  await channel.loadProject()
  await channel.load('en')
  runInAction(() => {
    viewer.user = user ?? null
  })
  server.requests.length = 0
  return channel
}
