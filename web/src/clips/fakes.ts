import type { FakeServer } from '@/shared/testing/fakes'
import { createShell, type ShellOptions } from '@/shared/testing/shell'
import { ClipsStore } from './ClipsStore'
import type { Clip, ClipEvent, ClippableEvent, EventFile } from './model'

/** Return the store of clips for tests, for a viewer with a pass that allows everything. */
export function createClipsStore(
  server: FakeServer,
  { viewer, channel, settings }: ShellOptions = {},
): ClipsStore {
  const capabilities = ['watch', 'clipping', 'download', 'download_clip']
  return new ClipsStore(
    createShell(server, {
      viewer: { id: 5, email: 'maya@example.com', capabilities, ...viewer },
      channel,
      settings,
    }),
  )
}

/** Return a finished event of two teams. Tests pass the fields that they change. */
export function aClippableEvent(id: number, changes: Partial<ClippableEvent> = {}): ClippableEvent {
  const team = { images: { logo: null }, color: '#1a5fe0', color_2: null }
  return {
    id,
    name: 'Harlan Falls @ Cedar Ridge',
    short_name: 'HRF @ CDR',
    full_name: 'Harlan Falls @ Cedar Ridge (Nov 18, 2026, 4:26 PM)',
    label: null,
    sport: 'hockey',
    participants: [
      { id: 1, name: 'Harlan Falls', short_name: 'HRF', is_home: false, ...team },
      { id: 2, name: 'Cedar Ridge', short_name: 'CDR', is_home: true, ...team },
    ],
    event_utc_ts: 1_795_000_000,
    event_category: { id: 1, name: 'Boys hockey' },
    location: { name: 'Ice Arena', city: 'Cedar Ridge', state: 'ND' },
    stream_status: 'finished',
    images: { card: null, poster: null },
    has_access: true,
    access_reason: 'free',
    pass_type: 'free',
    duration: 7200,
    media: [{ id: 30, type: 3, url: '/media/token/master.m3u8', expires_at: null, start_ts: null }],
    ...changes,
  }
}

/** Return a ready clip of the viewer. Tests pass the fields that they change. */
export function aClip(id: number, changes: Partial<Clip> = {}): Clip {
  const { media: _, ...event } = aClippableEvent(12)
  return {
    id,
    uuid: `uuid-${id}`,
    event_id: 12,
    event: event as ClipEvent,
    name: `Clip ${id}`,
    start_time: 100,
    duration: 24,
    tags: ['Save'],
    event_media_id: 30,
    kind: 'clips',
    state: 'ready',
    progress: 100,
    ahead: 0,
    failure_message: null,
    failure_code: null,
    url: '/media/token/clips/1/play/master.m3u8',
    expires_at: null,
    start_offset: 1.5,
    poster: null,
    size: 7_400_000,
    share_url: `/share/${id}/uuid-${id}`,
    share_state: 'open',
    created_at: '2026-11-22T10:00:00Z',
    is_own: true,
    origin: 'viewer',
    hidden: false,
    width: 1280,
    height: 720,
    frame_rate: 25,
    ...changes,
  }
}

export function anEventFile(changes: Partial<EventFile> = {}): EventFile {
  return {
    state: 'ready',
    progress: 100,
    url: '/media/token/downloads/1/event.mp4',
    filename: '2026-11-20 19.30 Harlan Falls @ Cedar Ridge.mp4',
    size: 1_000_000,
    expires_at: '2026-11-22T20:00:00Z',
    failure_message: null,
    failure_code: null,
    ...changes,
  }
}
