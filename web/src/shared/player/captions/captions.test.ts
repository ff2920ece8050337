// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest'
import { Captions } from './captions'

const LIVE_PLAYLIST = '#EXTM3U\n#EXTINF:4.0,\nen.vtt?piece=0\n'
const VOD_PLAYLIST = `${LIVE_PLAYLIST}#EXT-X-ENDLIST\n`
const CUES = 'WEBVTT\n\n00:01.000 --> 00:02.000\nFace-off\n'

/** The text track API that jsdom does not have. */
class FakeCue {
  constructor(
    readonly startTime: number,
    readonly endTime: number,
    readonly text: string,
  ) {}
}

const STREAM = {
  sign: (url: string) => url,
  leaveLowDelay: () => {},
  captionOffset: () => 0,
  instantAt: () => null,
  positionAt: () => null,
}

/** A live stream that began at noon. Its encoder was away from 12:00:04 to 12:01:00. */
const NOON = Date.UTC(2026, 0, 1, 12)
const LIVE_CLOCK = {
  instantAt: (at: number) => NOON + (at < 104 ? at - 100 : at - 104 + 60) * 1000,
  positionAt: (instant: number) => {
    const seconds = (instant - NOON) / 1000
    return seconds < 4 ? 100 + seconds : 104 + seconds - 60
  },
}
const BREAK_PLAYLIST = `#EXTM3U
#EXT-X-MEDIA-SEQUENCE:50
#EXT-X-PROGRAM-DATE-TIME:2026-01-01T12:00:00.000Z
#EXTINF:2.000,
a.vtt
#EXTINF:2.000,
b.vtt
#EXT-X-DISCONTINUITY
#EXT-X-PROGRAM-DATE-TIME:2026-01-01T12:01:00.000Z
#EXTINF:2.000,
c.vtt
`

function showTrack(
  playlist: string,
  clock: Partial<typeof LIVE_CLOCK> & { captionOffset?: () => number } = {},
  files: Record<string, string> = {},
) {
  const cues: VTTCue[] = []
  const video = document.createElement('video')
  video.addTextTrack = () =>
    ({
      cues,
      addCue: (cue: VTTCue) => cues.push(cue),
      removeCue: (cue: VTTCue) => cues.splice(cues.indexOf(cue), 1),
    }) as never
  Object.defineProperty(video, 'readyState', { value: HTMLMediaElement.HAVE_CURRENT_DATA })
  const requested: string[] = []
  const fetchText = async (url: string) => {
    requested.push(url)
    return url.endsWith('.m3u8') ? playlist : (files[url.split('/').at(-1) ?? ''] ?? CUES)
  }
  const leaveLowDelay = vi.fn()
  const stream = { ...STREAM, ...clock, leaveLowDelay }
  const captions = new Captions(video, stream, () => 0, fetchText)
  captions.addSubtitleTracks([
    {
      name: 'English',
      language: 'en',
      url: 'https://m.test/t/a/en.m3u8',
      isLive: clock.instantAt !== undefined,
    },
  ])
  const at = async (seconds: number) => {
    video.currentTime = seconds
    video.dispatchEvent(new Event('timeupdate'))
    await new Promise(done => setTimeout(done))
  }
  return {
    captions,
    stream,
    at,
    cues,
    leaveLowDelay,
    playlists: () => requested.filter(url => url.endsWith('.m3u8')).length,
  }
}

beforeEach(() => void vi.stubGlobal('VTTCue', FakeCue))

test('the captions of a growing playlist are requested as it grows, not with every frame', async () => {
  const { at, playlists, cues } = showTrack(LIVE_PLAYLIST)
  for (const seconds of [1, 1.25, 1.5, 2, 4.5]) await at(seconds)
  expect(playlists()).toBe(1)
  await at(5)
  expect(playlists()).toBe(2)
  expect(cues.map(({ text }) => text)).toEqual(['Face-off'])
})

test('live captions are shown at the picture of their time, also after a break', async () => {
  const { at, cues } = showTrack(BREAK_PLAYLIST, LIVE_CLOCK)
  await at(101)
  expect(cues.map(({ startTime }) => startTime)).toEqual([101, 103, 105])
})

test('live captions move with their picture when the stream is loaded again with another window', async () => {
  const { captions, stream, at, cues } = showTrack(BREAK_PLAYLIST, LIVE_CLOCK)
  await at(101)
  stream.instantAt = (position: number) => LIVE_CLOCK.instantAt(position + 40)
  stream.positionAt = (instant: number) => LIVE_CLOCK.positionAt(instant) - 40
  captions.restart()
  expect(cues).toEqual([])
  await at(61)
  expect(cues.map(({ startTime }) => startTime)).toEqual([61, 63, 65])
})

test('the playlist of live captions is requested again near its end', async () => {
  const { at, playlists } = showTrack(BREAK_PLAYLIST, LIVE_CLOCK)
  for (const seconds of [100, 100.5, 102]) await at(seconds)
  expect(playlists()).toBe(1)
  for (const seconds of [103.5, 103.75, 104.75]) await at(seconds)
  expect(playlists()).toBe(3)
})

test('a viewer of live captions stays behind them, others keep their delay', async () => {
  const [live, recorded] = [showTrack(BREAK_PLAYLIST, LIVE_CLOCK), showTrack(BREAK_PLAYLIST)]
  await live.at(101)
  await recorded.at(1)
  expect(live.leaveLowDelay).toHaveBeenCalled()
  expect(recorded.leaveLowDelay).not.toHaveBeenCalled()
})

test('a recording that is shown as live keeps the clock of its captions', async () => {
  const { at, cues } = showTrack(BREAK_PLAYLIST)
  await at(1)
  expect(cues.map(({ startTime }) => startTime)).toEqual([1])
})

test('the captions of a recording are requested once', async () => {
  const { at, playlists } = showTrack(VOD_PLAYLIST)
  for (const seconds of [1, 10, 100]) await at(seconds)
  expect(playlists()).toBe(1)
})

test('embedded captions fill their own track, without duplicates after a seek back', () => {
  const made: { kind: string; label: string; mode: string; cues: VTTCue[] }[] = []
  const video = document.createElement('video')
  video.addTextTrack = (kind: string, label = '') => {
    const cues: VTTCue[] = []
    const track = { kind, label, mode: 'hidden', cues, addCue: (cue: VTTCue) => cues.push(cue) }
    made.push(track)
    return track as never
  }
  const captions = new Captions(video, STREAM, () => 0)
  captions.addClosedCaptionTracks([{ channel: 'CC1', name: 'CC1', language: '' }], 'Captions')
  const cue = (start: number, text: string) => new FakeCue(start, start + 1, text) as never
  captions.addCues('CC1', [cue(1, 'Puck drop.'), cue(3, 'Icing.')])
  captions.addCues('CC1', [cue(1, 'Puck drop.')])
  captions.addCues('CC3', [cue(1, 'Hola')])
  expect(made.map(({ kind, label, mode }) => [kind, label, mode])).toEqual([
    ['captions', 'Captions', 'disabled'],
  ])
  expect(made[0]?.cues.map(({ text }) => text)).toEqual(['Puck drop.', 'Icing.'])
})

test('several caption channels can be distinguished', () => {
  const labels: string[] = []
  const video = document.createElement('video')
  video.addTextTrack = (_kind: string, label = '') => {
    labels.push(label)
    return {} as never
  }
  const captions = new Captions(video, STREAM, () => 0)
  captions.addClosedCaptionTracks(
    [
      { channel: 'CC1', name: 'CC1', language: '' },
      { channel: 'CC3', name: 'Español', language: 'es' },
    ],
    'Captions',
  )
  expect(labels).toEqual(['Captions (CC1)', 'Captions (Español)'])
})

test('a track without a language has a tag, because Plyr hides it otherwise', () => {
  const tags: (string | undefined)[] = []
  const video = document.createElement('video')
  video.addTextTrack = (_kind: string, _label?: string, language?: string) => {
    tags.push(language)
    return {} as never
  }
  const captions = new Captions(video, STREAM, () => 0)
  captions.addSubtitleTracks([
    { name: 'Captions', language: '', url: 'https://m.test/t/a/1.m3u8', isLive: false },
  ])
  captions.addClosedCaptionTracks([{ channel: 'CC1', name: 'CC1', language: '' }], 'Captions')
  expect(tags).toEqual(['und', 'und'])
})

/** A clip that begins 2 s after its first segment, and goes on after a break. */
const CLIP_PLAYLIST = `#EXTM3U
#EXTINF:8.000,
a.vtt
#EXT-X-DISCONTINUITY
#EXTINF:4.000,
b.vtt
#EXT-X-ENDLIST
`
const mapped = (mpegts: number, local: string) =>
  CUES.replace('WEBVTT', `WEBVTT\nX-TIMESTAMP-MAP=MPEGTS:${mpegts},LOCAL:${local}`)

test('the captions of a clip are shown at their picture, also after a break', async () => {
  const files = {
    'a.vtt': mapped(12 * 90_000, '00:00:00.000'),
    'b.vtt': mapped(50 * 90_000, '00:00:06.000').replace(
      '00:01.000 --> 00:02.000',
      '00:07.000 --> 00:08.000',
    ),
  }
  const { at, cues } = showTrack(CLIP_PLAYLIST, { captionOffset: () => 10 }, files)
  await at(1)
  expect(cues.map(({ startTime }) => startTime)).toEqual([3, 9])
})
