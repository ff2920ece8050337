import { observable } from 'mobx'
import { HttpClient } from '@/shared/http/client'
import { Session } from '@/shared/http/session'
import { ToastStore } from '@/shared/notices/ToastStore'
import type { ChannelDetails, Settings, Shell, Viewer } from '@/shared/shell'
import { BrowserStorage } from '@/shared/storage/BrowserStorage'
import { Telemetry } from '@/shared/telemetry'
import { type FakeServer, MemoryStorage } from './fakes'

/** How a small channel is set up. */
export const SETTINGS: Settings = {
  slug: 'test',
  name: 'Test Sports Network',
  short_name: 'Test',
  tagline: 'Games',
  language: 'en',
  languages: ['en', 'fr'],
  currency: 'USD',
  time_zone: 'America/Chicago',
  logo: null,
  favicon: null,
  share_picture: null,
  auth: { remote_auth: 0 },
  preroll_suppress_minutes: 60,
  storage_prefix: 'test',
  home: ['live'],
  default_view: 'grid',
  contact_days: 5,
  static_blocks: {},
  routes: [],
}

export interface ShellOptions {
  viewer?: Partial<Viewer>
  channel?: Partial<ChannelDetails>
  settings?: Partial<Settings>
}

/** What the app gives to a context: a visitor in a small channel that sells nothing, with the real client. */
export function createShell(server: FakeServer, { viewer, channel, settings }: ShellOptions = {}): Shell {
  const storage = new BrowserStorage('test.', new MemoryStorage())
  storage.set('api_key', 'key')
  return {
    api: new Session({
      http: new HttpClient(server.fetch),
      storage,
      hosts: () => ({}),
      language: () => 'en',
      sleep: async () => undefined,
    }),
    storage,
    toasts: new ToastStore(),
    channel: {
      settings: { ...SETTINGS, ...settings },
      slides: [],
      categories: [],
      locations: [],
      groups: [],
      groupProperties: [],
      prerolls: [],
      packages: [],
      subscriptions: [],
      payments: null,
      analytics: {},
      text: () => null,
      ...channel,
    },
    viewer: { id: null, capabilities: [], email: null, hasUsedTrial: false, isOperator: false, ...viewer },
    language: observable({ current: 'en' }),
    telemetry: new Telemetry(),
    isLinkable: () => true,
  }
}
