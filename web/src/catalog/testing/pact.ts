import { MatchersV3 } from '@pact-foundation/pact'
import {
  amountLike,
  createInteractions,
  instantLike,
  type State,
  sessionAt,
  withQuery,
} from '@/shared/testing/pact'
import { CatalogApi } from '../api'

const { atLeastOneLike, boolean, integer, like, regex, string } = MatchersV3

export const { interaction, viewerInteraction, visitorInteraction } = createInteractions('catalog')
export const apiAt = (host: string) => new CatalogApi(sessionAt(host))

/** Return an interaction with the API key in the page's language. The server is in the given states. */
export function givenRequest(
  description: string,
  path: string,
  query?: Parameters<typeof withQuery>[0],
  ...states: State[]
) {
  return visitorInteraction(...states)
    .uponReceiving(description)
    .withRequest('GET', path, withQuery(query))
}

export const file = regex('^(https?:/)?/.+$', '/files/pact/0123456789ab-crest.svg')
export const signed = regex('^(https?:/)?/.*/media/.+$|^/media/.+$', '/media/token/assets/1/master.m3u8')
export const instant = instantLike('2026-11-21T19:00:00Z')
export const amount = amountLike('9.99')
export const meta = { total: integer(1) }

export const team = {
  id: integer(1),
  name: string('Harlan Falls'),
  short_name: string('HRF'),
  alias: string('harlan-falls'),
  images: { logo: file },
  color: string('#1a5fe0'),
}

const matchSide = { ...team, is_home: boolean(false) }

/** The fields of an event that a card or schedule row shows. */
export const row = {
  id: integer(12),
  name: string('Harlan Falls @ Cedar Ridge'),
  short_name: string('HRF @ CDR'),
  full_name: string('Harlan Falls @ Cedar Ridge (Nov 21, 2026, 7:00 PM)'),
  sport: string('hockey'),
  participants: atLeastOneLike(matchSide, 2),
  event_utc_ts: integer(1_795_315_200),
  event_category: { id: integer(1), name: string('Boys hockey') },
  is_neutral_site: boolean(false),
  location: { id: integer(1), name: string('Rink'), city: string('Cedar Ridge'), state: string('ND') },
  pass_type: string('free'),
  price: amount,
  currency: regex('^[A-Z]{3}$', 'USD'),
  stream_status: regex('^(upcoming|live|finished)$', 'live'),
  schedule_status: regex('^(scheduled|postponed|rescheduled|canceled)$', 'scheduled'),
  has_access: boolean(true),
  access_reason: string('free'),
  is_score_hidden: boolean(false),
  images: like({}),
  media: like([]),
  share_url: string('http://site/watch/12'),
}

export const libraryItem = {
  id: integer(5),
  title: string('The power play'),
  full_title: string('The power play'),
  description: string('How it is done.'),
  author: string('The desk'),
  date: instant,
  duration: integer(600),
  categories: atLeastOneLike({ id: integer(1), name: string('Film room') }, 1),
  pass_type: string('free'),
  has_access: boolean(true),
  access_reason: string('free'),
  assets: atLeastOneLike({ type: string('image'), path: file }, 1),
  media: like([]),
}
