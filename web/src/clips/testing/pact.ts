import { MatchersV3 } from '@pact-foundation/pact'
import {
  createInteractions,
  EMAIL,
  fromState,
  instantLike,
  type PactResponse,
  type State,
  type StateParams,
  sessionAt,
} from '@/shared/testing/pact'
import { ClipsApi } from '../api'

const { atLeastOneLike, eachLike, integer, nullValue, number, regex, string } = MatchersV3

/** The UUID in the share link of the clip in the state `a clip`. */
export const UUID = '3f0c9f6e-8a54-4b57-9d3f-2f1f0e6f4c11'

export const { viewerInteraction, visitorInteraction } = createInteractions('clips')
export const apiAt = (host: string) => new ClipsApi(sessionAt(host))

/** A free past event with a recording of one minute (25 frames per second). */
export const RECORDED: State = ['a recorded event', { id: 12, seconds: 60 }]
/** The viewer has a pass for creating clips and for downloading clips and events. */
export const PASS: State = ['a pass with clips and downloads', { email: EMAIL }]
/** The viewer has the same pass, but has created all of its 50 clips. */
export const EXHAUSTED_PASS: State = ['a pass without clips left', { email: EMAIL }]
/** The viewer's clip 7 of event 12, shared under `UUID`. */
export const clipState = (params: StateParams = {}): State => [
  'a clip',
  { id: 7, event_id: 12, email: EMAIL, uuid: UUID, state: 'ready', ...params },
]
/** Another viewer created clip 7. */
export const OTHER_VIEWERS_CLIP = clipState({ email: 'somebody@example.com' })
/** The viewer downloaded clip 7. */
export const DOWNLOADED_CLIP: State = ['a downloaded clip', { id: 7, email: EMAIL }]
/** The home page features clip 7. */
export const FEATURED_CLIP: State = ['a featured clip', { id: 7 }]
/** The file of event 12 is ready for download. */
export const EVENT_FILE: State = ['the file of an event', { event_id: 12 }]

/** The medium of the state. The provider chooses its ID. */
export const mediaId = fromState('media_id', 30)

const instant = instantLike('2026-11-22T18:00:00Z')
const imagePath = regex('^/files/.+$', '/files/prairie/1-ground.png')
const uuid = regex('^[0-9a-f-]{36}$', UUID)

const team = {
  id: integer(1),
  name: string('Team 1'),
  short_name: string('T1'),
  images: { logo: imagePath },
}

/** The fields of an event that the pages of clips show. */
const event = {
  id: 12,
  name: string('Team 1 @ Team 2'),
  short_name: string('T1 @ T2'),
  full_name: string('Team 1 @ Team 2 (Nov 18, 2026, 4:26 PM)'),
  sport: string('hockey'),
  participants: eachLike(team),
  event_utc_ts: integer(1_795_000_000),
  event_category: { id: integer(1), name: string('Boys hockey') },
  stream_status: 'finished',
  images: { card: imagePath, poster: imagePath },
  has_access: true,
  access_reason: string('free'),
}

/** A ready clip of the viewer. */
export const clip = {
  id: integer(7),
  uuid,
  event_id: 12,
  event,
  name: string('Glove save'),
  start_time: number(10.04),
  duration: number(12.5),
  tags: eachLike(string('Save')),
  event_media_id: integer(30),
  kind: 'clips',
  state: 'ready',
  progress: 100,
  ahead: 0,
  failure_message: nullValue(),
  failure_code: nullValue(),
  url: regex('^/media/.+/master\\.m3u8$', '/media/token/clips/7-a/play/master.m3u8'),
  expires_at: instant,
  start_offset: number(2.04),
  size: integer(7_400_000),
  share_url: regex('^.*/share/\\d+/[0-9a-f-]{36}$', `/share/7/${UUID}`),
  created_at: instant,
  is_own: true,
  width: integer(1280),
  height: integer(720),
  frame_rate: number(25),
}

/** Respond with a clip. `params` are the fields that the interaction tests. */
export const respondWithClip =
  (params: object = {}) =>
  (response: PactResponse) =>
    response.jsonBody({ data: { ...clip, ...params } })

/** Respond with a list of clips. */
export const respondWithClips =
  (params: object = {}) =>
  (response: PactResponse) =>
    response.jsonBody({ data: atLeastOneLike({ ...clip, ...params }, 1), meta: { total: integer(1) } })

/** The featured clips of the home page. */
export const respondWithFeaturedClips = (response: PactResponse) => {
  const { id, event_id, name, duration } = clip
  const poster = regex('^/media/.+$', '/media/token/clips/7-a/poster.jpg')
  const { full_name, sport, participants, images } = event
  const shownEvent = { full_name, sport, participants, images }
  return response.jsonBody({
    data: atLeastOneLike({ id, event_id, name, duration, poster, event: shownEvent }, 1),
  })
}

/** The URL and the filename of a file to download. */
export const file = {
  url: regex('^/media/.+$', '/media/token/clips/7-a/file/clip.mp4'),
  filename: regex('^\\d{4}-\\d{2}-\\d{2} .+\\.mp4$', '2026-11-20 19.30 Team 1 @ Team 2, Glove save.mp4'),
  size: integer(7_400_000),
  expires_at: instant,
}
