import { aSponsorPreroll } from '@/shared/player/ads/adFakes'
import type { Category, Preroll, Settings } from '@/shared/shell'
import type { FakeServer } from '@/shared/testing/fakes'
import { createShell, type ShellOptions } from '@/shared/testing/shell'
import { CatalogApi } from './api'
import { CatalogStore } from './CatalogStore'
import type { EventItem, LibraryItem, Participant } from './model'
import type { Summary } from './summary'
import type { KeyMoment, Pair, Snapshot, Timeline } from './timeline'

/** Return the real API client with a fake server. */
export const createCatalogApi = (server: FakeServer) => new CatalogApi(createShell(server).api)

/** Return the catalog's store for a small channel. Tests change the settings that they need. */
export const createCatalogStore = (
  server: FakeServer,
  settings: Partial<Settings> = {},
  channel: ShellOptions['channel'] = {},
) => new CatalogStore(createShell(server, { settings, channel }))

export function aTeam(id: number, changes: Partial<Participant> = {}): Participant {
  return {
    id,
    name: `Team ${id}`,
    short_name: `T${id}`,
    alias: `team-${id}`,
    images: { logo: null },
    color: '#1a5fe0',
    color_2: null,
    event_category_id: null,
    group: null,
    ...changes,
  }
}

/** The category of `anEvent`. */
export const HOCKEY: Category = {
  id: 1,
  name: 'Boys hockey',
  short_name: 'Hockey',
  alias: 'boys-hockey',
  sport: 'hockey',
  gender: 'male',
  image: null,
  weight: 1,
}

/** Return a free event that has ended without a recording. Tests change the fields that they need. */
export function anEvent(id: number, changes: Partial<EventItem> = {}): EventItem {
  return {
    id,
    name: 'Team 1 @ Team 2',
    short_name: 'T1 @ T2',
    full_name: 'Team 1 @ Team 2 (Nov 22, 2026, 1:06 PM)',
    label: null,
    sport: 'hockey',
    gender: 'male',
    participants: [aTeam(1, { is_home: false }), aTeam(2, { is_home: true })],
    event_utc_ts: 1_795_300_000,
    is_time_known: true,
    time_zone: 'America/Chicago',
    duration: 7200,
    event_category: { id: HOCKEY.id, name: HOCKEY.name },
    location: null,
    pass_type: 'free',
    has_access: true,
    access_reason: 'free',
    price: '0.00',
    currency: 'USD',
    single_event_package_id: null,
    stream_status: 'finished',
    live_state: changes.stream_status === 'live' ? 'on_air' : null,
    schedule_status: 'scheduled',
    availability: 'recorded',
    replay: null,
    available_at: null,
    has_live: true,
    has_video: true,
    is_audio_only: false,
    allows_downloads: true,
    previous_event_utc_ts: null,
    score: null,
    is_score_hidden: false,
    images: { card: null, poster: null, tall: null },
    media: [],
    share_url: `/watch/${id}`,
    clip_count: 0,
    ...changes,
  }
}

export function aLibraryItem(id: number, changes: Partial<LibraryItem> = {}): LibraryItem {
  return {
    id,
    title: `Film ${id}`,
    full_title: changes.title ?? `Film ${id}`,
    description: '',
    author: null,
    date: '2026-11-01T00:00:00Z',
    duration: 600,
    categories: [{ id: 1, name: 'Cooking', alias: 'cooking' }],
    pass_type: 'free',
    has_access: true,
    access_reason: 'free',
    available_at: null,
    has_video: true,
    is_audio_only: false,
    assets: [],
    media: [],
    ...changes,
  }
}

/** Return a pre-roll of the channel without a link or skip button, shown before every stream. */
export const aPreroll = (id: number, changes: Partial<Preroll> = {}): Preroll =>
  aSponsorPreroll({ id, skip_after: null, click_url: null, ...changes })

/** Return a state of a game in its second period. */
export function snapshot(at_ms: number, points: Pair, changes: Partial<Snapshot> = {}): Snapshot {
  return {
    at_ms,
    phase: 'period',
    period: 2,
    half: null,
    label: '2nd',
    clock: { shown_ms: 372_000, since_ms: at_ms, is_running: true },
    points,
    sets: null,
    shootout: null,
    ending: null,
    ...changes,
  }
}

/** Return a goal. */
export function keyMoment(at_ms: number, changes: Partial<KeyMoment> = {}): KeyMoment {
  return {
    id: `moment-${at_ms}`,
    at_ms,
    kind: 'score',
    name: 'Goal',
    text: '',
    side: 'home',
    label: '2nd',
    points: [0, 1],
    sets: null,
    is_big: false,
    ...changes,
  }
}

/** Return the timeline of a hockey game. */
export function sampleTimeline(changes: Partial<Timeline> = {}): Timeline {
  return {
    event_id: 7,
    revision: 1,
    sport: 'hockey',
    scoring: 'points',
    clock_direction: 'down',
    recording: null,
    replaces_from_ms: null,
    snapshots: [],
    moments: [],
    ...changes,
  }
}

/** Return a summary of two ranges. Tests change the fields that they need. */
export function aSummary(changes: Partial<Summary> = {}): Summary {
  return {
    kind: 'moments',
    url: '/media/token/summary.m3u8',
    expires_at: '2026-11-30T12:00:00Z',
    duration_ms: 20_000,
    ranges: [
      { start_ms: 0, end_ms: 12_000, at_ms: 1_000_000, until_ms: 1_012_000 },
      { start_ms: 12_000, end_ms: 20_000, at_ms: 1_060_000, until_ms: 1_068_000 },
    ],
    ...changes,
  }
}
