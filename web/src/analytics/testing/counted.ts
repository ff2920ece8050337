import { vi } from 'vitest'
import type { BrowserStorage } from '@/shared/storage/storage'
import { FakeServer } from '@/shared/testing/fakes'
import { aShell, type Circumstances } from '@/shared/testing/shell'
import { type Beacon, DatalakeApi } from '../api'
import { ConsentStore } from '../stores/ConsentStore'
import { CountingStore } from '../stores/CountingStore'
import { TagService } from '../tagService'
import type { Tracker } from '../tracker'

export const KEY = { 'yare-analytics': { 'yare-analytics-key': 'profile-key' } } as const

const TOKEN_ADDRESS = '/api/report-token?api_key=key&'

/** One call that left: its path without `/datalake`, and what was in it. */
export interface Left {
  path: string
  facts: Record<string, unknown>[]
  how: 'call' | 'beacon'
}

interface Changes extends Circumstances {
  search?: string
  refused?: boolean
  needsNone?: boolean
  counts?: boolean
  /** Answers every call with this status, or with nothing. */
  status?: number | null
  chance?: () => number
  /** The browser's, where somebody comes again. */
  storage?: BrowserStorage
}

/** A page whose visits are counted, and what leaves it. */
export function counted({
  search = '',
  refused = false,
  needsNone = false,
  counts = true,
  status = 202,
  chance = () => 0,
  storage,
  ...circumstances
}: Changes = {}) {
  const made = aShell(new FakeServer(), {
    ...circumstances,
    settings: { ...KEY, ...circumstances.settings },
  })
  const shell = { ...made, storage: storage ?? made.storage }
  const left: Left[] = []
  const line = { status, hashes: 0, tokens: [] as string[], tokenStatus: 200 }
  const fetch = vi.fn(async (address: unknown, init?: RequestInit) => {
    if (line.status === null) throw new TypeError('no line')
    if (String(address).startsWith(TOKEN_ADDRESS)) {
      const query = new URLSearchParams(String(address).split('?')[1])
      const about = [query.get('session'), query.get('stream_type'), query.get('stream_id')]
      line.tokens.push(about.filter(Boolean).join(' '))
      return Response.json({ data: { token: `token ${line.tokens.at(-1)}` } }, { status: line.tokenStatus })
    }
    if (init?.method === 'GET') {
      line.hashes += 1
      return Response.json(
        { data: { hash: `hash-${line.hashes}` } },
        { status: line.status === 202 ? 200 : line.status },
      )
    }
    left.push({ path: shortOf(address), facts: JSON.parse(String(init?.body)), how: 'call' })
    return new Response('{}', { status: line.status })
  })
  const beacon: Beacon = (address, text) => {
    left.push({ path: shortOf(address), facts: JSON.parse(text), how: 'beacon' })
    return true
  }
  const consent = new ConsentStore({
    storage: shell.storage,
    counts: () => counts,
    needsNone: () => needsNone,
    refused,
  })
  const tracker = {
    page: vi.fn<Tracker['page']>(),
    list: vi.fn<Tracker['list']>(),
    select: vi.fn<Tracker['select']>(),
    checkout: vi.fn<Tracker['checkout']>(),
    purchase: vi.fn<Tracker['purchase']>(),
    stop: vi.fn<Tracker['stop']>(),
  }
  const loadTag = vi.fn(async (_tag: string, _debug: boolean) => tracker as Tracker)
  const layer: { dataLayer?: unknown[] } = {}
  const address = async (path: string) => `${path}?api_key=key`
  const around = { shell, consent, search, loadTag, chance, address }
  const begin = () => {
    const { analytics_host: host = '' } = shell.channel.counting
    const store = new CountingStore({
      ...around,
      api: new DatalakeApi(host, fetch, beacon),
      service: new TagService(layer),
    })
    store.begin()
    return store
  }
  const of = (path: string) => left.filter(one => one.path === path).flatMap(one => one.facts)
  return { shell, consent, tracker, loadTag, left, line, of, fetch, begin, layer, telling: shell.telling }
}

const shortOf = (address: unknown) =>
  String(address)
    .replace(/^.*\/datalake\//, '')
    .replace(/\/$/, '')
