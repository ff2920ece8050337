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
  const left: SentCall[] = []
  const line = { status, hashes: 0, tokens: [] as string[], tokenStatus: 200 }
  const fetch = vi.fn(async (address: unknown, init?: RequestInit) => {
    if (line.status === null) throw new TypeError('no line')
    if (String(address).startsWith(TOKEN_URL)) {
      const query = new URLSearchParams(String(address).split('?')[1])
      const params = [query.get('session'), query.get('stream_type'), query.get('stream_id')]
      line.tokens.push(params.filter(Boolean).join(' '))
      return Response.json({ data: { token: `token ${line.tokens.at(-1)}` } }, { status: line.tokenStatus })
    }
    if (init?.method === 'GET') {
      line.hashes += 1
      return Response.json(
        { data: { hash: `hash-${line.hashes}` } },
        { status: line.status === 202 ? 200 : line.status },
      )
    }
    left.push({ path: shortPath(address), bodies: JSON.parse(String(init?.body)), transport: 'call' })
    return new Response('{}', { status: line.status })
  })
  const beacon: Beacon = (address, text) => {
    left.push({ path: shortPath(address), bodies: JSON.parse(text), transport: 'beacon' })
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
  const layer: { dataLayer?: unknown[] } = {}
  const authorizedUrl = async (path: string) => `${path}?api_key=key`
  const deps = { shell, consent, search, loadTag, random, authorizedUrl }
  const begin = () => {
    const { analytics_host: host = '' } = shell.channel.analytics
    const store = new TrackingStore({
      ...deps,
      api: new DatalakeApi(host, fetch, beacon),
      tagService: new TagService(layer),
    })
    store.start()
    return store
  }
  const of = (path: string) => left.filter(call => call.path === path).flatMap(call => call.bodies)
  return { shell, consent, tracker, loadTag, left, line, of, fetch, begin, layer, telemetry: shell.telemetry }
}

const shortPath = (address: unknown) =>
  String(address)
    .replace(/^.*\/datalake\//, '')
    .replace(/\/$/, '')
