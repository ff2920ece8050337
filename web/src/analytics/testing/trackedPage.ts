import { vi } from 'vitest'
import type { BrowserStorage } from '@/shared/storage/BrowserStorage'
import { FakeServer } from '@/shared/testing/fakes'
import { createShell, type ShellOptions } from '@/shared/testing/shell'
import { type Beacon, DatalakeApi } from '../api'
import type { ExternalTracker } from '../ExternalTracker'
import { ConsentStore } from '../stores/ConsentStore'
import { TrackingStore } from '../stores/TrackingStore'
import { TagService } from '../TagService'

export const ANALYTICS_SETTINGS = { 'yare-analytics': { 'yare-analytics-key': 'profile-key' } } as const

const TOKEN_URL = '/api/report-token?api_key=key&'

/** One request of the page: its path without `/datalake`, and its events. */
export interface SentCall {
  path: string
  bodies: Record<string, unknown>[]
  transport: 'call' | 'beacon'
}

interface TrackedPageOptions extends ShellOptions {
  search?: string
  isRefusedByBrowser?: boolean
  isConsentNotNeeded?: boolean
  isTrackingEnabled?: boolean
  /** The status of every response. Null means that the server does not respond. */
  status?: number | null
  random?: () => number
  /** The storage of an earlier visit. */
  storage?: BrowserStorage
}

/** Create a page with tracking, and record the requests that it sends. */
export function createTrackedPage({
  search = '',
  isRefusedByBrowser = false,
  isConsentNotNeeded = false,
  isTrackingEnabled = true,
  status = 202,
  random = () => 0,
  storage,
  ...shellOptions
}: TrackedPageOptions = {}) {
  const baseShell = createShell(new FakeServer(), {
    ...shellOptions,
    settings: { ...ANALYTICS_SETTINGS, ...shellOptions.settings },
  })
  const shell = { ...baseShell, storage: storage ?? baseShell.storage }
  const sentCalls: SentCall[] = []
  const server = { status, hashes: 0, tokens: [] as string[], tokenStatus: 200 }
  const fetch = vi.fn(async (address: unknown, init?: RequestInit) => {
    if (server.status === null) throw new TypeError('no line')
    if (String(address).startsWith(TOKEN_URL)) {
      const query = new URLSearchParams(String(address).split('?')[1])
      const params = [query.get('session'), query.get('stream_type'), query.get('stream_id')]
      server.tokens.push(params.filter(Boolean).join(' '))
      return Response.json(
        { data: { token: `token ${server.tokens.at(-1)}` } },
        { status: server.tokenStatus },
      )
    }
    if (init?.method === 'GET') {
      server.hashes += 1
      return Response.json(
        { data: { hash: `hash-${server.hashes}` } },
        { status: server.status === 202 ? 200 : server.status },
      )
    }
    sentCalls.push({ path: shortPath(address), bodies: JSON.parse(String(init?.body)), transport: 'call' })
    return new Response('{}', { status: server.status })
  })
  const beacon: Beacon = (address, text) => {
    sentCalls.push({ path: shortPath(address), bodies: JSON.parse(text), transport: 'beacon' })
    return true
  }
  const consent = new ConsentStore({
    storage: shell.storage,
    isTrackingEnabled: () => isTrackingEnabled,
    isConsentNotNeeded: () => isConsentNotNeeded,
    isRefusedByBrowser,
  })
  const tracker = {
    page: vi.fn<ExternalTracker['page']>(),
    list: vi.fn<ExternalTracker['list']>(),
    select: vi.fn<ExternalTracker['select']>(),
    checkout: vi.fn<ExternalTracker['checkout']>(),
    purchase: vi.fn<ExternalTracker['purchase']>(),
    stop: vi.fn<ExternalTracker['stop']>(),
  }
  const loadTag = vi.fn(async (_tag: string, _debug: boolean) => tracker as ExternalTracker)
  const tagWindow: { dataLayer?: unknown[] } = {}
  const authorizedUrl = async (path: string) => `${path}?api_key=key`
  const deps = { shell, consent, search, loadTag, random, authorizedUrl }
  const startTracking = () => {
    const { analytics_host: host = '' } = shell.channel.analytics
    const store = new TrackingStore({
      ...deps,
      api: new DatalakeApi(host, fetch, beacon),
      tagService: new TagService(tagWindow),
    })
    store.start()
    return store
  }
  const sent = (path: string) => sentCalls.filter(call => call.path === path).flatMap(call => call.bodies)
  return {
    shell,
    consent,
    tracker,
    loadTag,
    sentCalls,
    server,
    sent,
    fetch,
    startTracking,
    tagWindow,
    telemetry: shell.telemetry,
  }
}

const shortPath = (address: unknown) =>
  String(address)
    .replace(/^.*\/datalake\//, '')
    .replace(/\/$/, '')
