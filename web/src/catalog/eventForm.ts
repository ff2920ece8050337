import type { EntryValue } from '@/shared/studio/entries'
import {
  type AvailabilityForm,
  EMPTY_AVAILABILITY,
  toAvailability,
  toAvailabilityFields,
} from './availabilityForm'
import type { Ending } from './model'
import { VISIBILITIES, type Visibility } from './scheduleApi'

/** A text by language. */
export type Localized = Readonly<Record<string, string>>

/** The result of a game, as its fields show it. */
export interface ResultForm {
  scoreAway: string
  scoreHome: string
  ending: Ending
  shootoutAway: string
  shootoutHome: string
  /** `away` or `home`, for a forfeit. */
  winner: string
  /** The last period of a game that ended in overtime. */
  period: string
}

/** The values of the form of an event, as its fields show them. Dates are in the channel's time zone. */
export interface EventForm extends ResultForm, AvailabilityForm {
  away: string
  home: string
  name: Localized
  category: string
  location: string
  isNeutralSite: boolean
  date: string
  time: string
  isTimeKnown: boolean
  minutes: string
  pass: string
  price: string
  fee: string
  label: Localized
  description: Localized
  visibility: Visibility
  geoRule: 'everywhere' | 'allow' | 'block'
  countries: string
  liveUrl: string
  embedUrl: string
  card: string
  poster: string
  tall: string
}

const DEFAULT_MINUTES = '120'

export const NO_RESULT: ResultForm = {
  scoreAway: '',
  scoreHome: '',
  ending: 'regulation',
  shootoutAway: '',
  shootoutHome: '',
  winner: '',
  period: '',
}

/** Return an empty form. */
export const emptyForm = (changes: Partial<EventForm> = {}): EventForm => ({
  away: '',
  home: '',
  name: {},
  category: '',
  location: '',
  isNeutralSite: false,
  date: '',
  time: '',
  isTimeKnown: true,
  minutes: DEFAULT_MINUTES,
  pass: 'free',
  price: '',
  fee: '',
  label: {},
  description: {},
  ...NO_RESULT,
  visibility: 'public',
  ...EMPTY_AVAILABILITY,
  geoRule: 'everywhere',
  countries: '',
  liveUrl: '',
  embedUrl: '',
  card: '',
  poster: '',
  tall: '',
  ...changes,
})

/** Return the form of an entry. `language` is the language of a text without one. */
export function toForm(value: EntryValue, language: string, timeZone: string): EventForm {
  const text = (name: string) => String(value[name] ?? '')
  const texts = (name: string) => toLocalized(value[name], language)
  const parts = value as Record<string, Record<string, unknown>>
  const { price = {}, geo = {}, live = {}, images = {} } = parts
  const [date, time] = splitStart(String(value.postponed_to ?? value.starts ?? ''), timeZone)
  const geoRule = geo.allow ? 'allow' : geo.block ? 'block' : 'everywhere'
  return {
    away: text('away'),
    home: text('home'),
    name: texts('name'),
    category: text('category'),
    location: text('location'),
    isNeutralSite: value.neutral_site === true,
    date,
    time,
    isTimeKnown: Boolean(time) && (value.status !== 'postponed' || Boolean(value.postponed_to)),
    minutes: value.duration ? String(toMinutes(String(value.duration))) : DEFAULT_MINUTES,
    pass: text('pass') || 'free',
    price: String(price.base ?? ''),
    fee: String(price.fee ?? ''),
    label: texts('label'),
    description: texts('description'),
    ...toResult(value.score as EntryValue | undefined),
    visibility: VISIBILITIES.find(visibility => visibility === value.visibility) ?? 'public',
    ...toAvailabilityFields(value, instant => toInput(instant, timeZone)),
    geoRule,
    countries: ((geo[geoRule] as string[] | undefined) ?? []).join(', '),
    liveUrl: String(live.url ?? ''),
    embedUrl: text('embed_url'),
    card: String(images.card ?? ''),
    poster: String(images.poster ?? ''),
    tall: String(images.tall ?? ''),
  }
}

/** Return the value of a form. Fields that the form does not show keep their value in `before`. */
export function toValue(form: EventForm, before: EntryValue): EntryValue {
  const hasPrice = form.price !== '' && (form.pass === 'paid' || form.pass === 'ppv')
  const countries = form.countries.toUpperCase().match(/[A-Z]{2}/g)
  return withoutEmpty({
    ...before,
    ...toSchedule(form, before),
    away: form.away,
    home: form.home,
    name: fromLocalized(form.name),
    category: form.category,
    location: form.location,
    neutral_site: form.isNeutralSite || null,
    duration: form.minutes && `${form.minutes}m`,
    pass: form.pass,
    price: hasPrice ? withoutEmpty({ base: toNumber(form.price), fee: toNumber(form.fee) }) : null,
    label: fromLocalized(form.label),
    description: fromLocalized(form.description),
    score: toScore(form, before.score as EntryValue | undefined),
    visibility: form.visibility === 'public' ? null : form.visibility,
    ...toAvailability(form),
    geo: form.geoRule !== 'everywhere' && countries ? { [form.geoRule]: countries } : null,
    live: form.liveUrl ? { url: form.liveUrl } : null,
    embed_url: form.embedUrl,
    images: toImages(form),
  })
}

function toImages({ card, poster, tall }: EventForm): EntryValue | null {
  const images = withoutEmpty({ card, poster, tall })
  return Object.keys(images).length ? images : null
}

/** Return the result of a score of the document. */
export function toResult({ away, home, ending, shootout, winner, period }: EntryValue = {}): ResultForm {
  const decided = (shootout ?? {}) as EntryValue
  return {
    scoreAway: String(away ?? ''),
    scoreHome: String(home ?? ''),
    ending: (ending as Ending | undefined) ?? 'regulation',
    shootoutAway: String(decided.away ?? ''),
    shootoutHome: String(decided.home ?? ''),
    winner: String(winner ?? ''),
    period: String(period ?? ''),
  }
}

/**
 * Return the score of a result, or null without one. A forfeit without a score is 0–0. The note of the score before
 * stays.
 */
export function toScore(result: ResultForm, before: EntryValue = {}): EntryValue | null {
  const { ending } = result
  const isSameEnding = (before.ending ?? 'regulation') === ending
  const unplayed = ending === 'forfeit' ? '0' : ''
  const [away, home] = [result.scoreAway || unplayed, result.scoreHome || unplayed]
  if (!away && !home) return null
  const shootout = withoutEmpty({ away: toNumber(result.shootoutAway), home: toNumber(result.shootoutHome) })
  return withoutEmpty({
    ...before,
    away: toNumber(away),
    home: toNumber(home),
    ending: ending === 'regulation' ? null : ending,
    shootout: ending === 'shootout' && Object.keys(shootout).length ? shootout : null,
    winner: ending === 'forfeit' ? result.winner : null,
    period: ending === 'overtime' ? toNumber(result.period) : isSameEnding ? before.period : null,
  })
}

/**
 * Return the fields of the start: date and time, or the date alone if the time is to be announced. A canceled event
 * stays canceled, and a moved one keeps its first start. An event that is postponed until further notice stays so
 * until it has another date or a time.
 */
export function toSchedule(
  { date, time, isTimeKnown }: Pick<EventForm, 'date' | 'time' | 'isTimeKnown'>,
  before: EntryValue,
): EntryValue {
  const start = isTimeKnown && time ? `${date} ${time}` : date
  const isPostponed = before.status === 'postponed'
  if (before.status === 'canceled') return { starts: start }
  if (isPostponed && before.postponed_to && before.starts !== start) return { postponed_to: start }
  if (isPostponed && !before.postponed_to && !isTimeKnown && String(before.starts).startsWith(date)) return {}
  return { starts: start, postponed_to: null, ...(isPostponed ? { status: 'scheduled' } : {}) }
}

export const toInput = (instant: unknown, timeZone: string) =>
  instant ? splitStart(String(instant), timeZone).join('T') : ''

/** Return the key of a new event: who plays and when, or its name and day. */
export function createKey({ away, home, name, date }: EventForm, language: string): string {
  const subject = away && home ? `${away}-at-${home}` : (name[language] ?? '')
  const slug = subject
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60)
    .replace(/-+$/, '')
  return [slug || 'event', date].filter(Boolean).join('-')
}

/** Split a start of the document into day and time in the channel's time zone. */
export function splitStart(start: string, timeZone: string): [date: string, time: string] {
  if (!start.endsWith('Z')) return [start.slice(0, 10), start.slice(11, 16)]
  const local = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone })
  const [date = '', time = ''] = local.format(new Date(start)).split(' ')
  return [date, time]
}

/** Return the minutes of a duration such as `1h30m`. */
export function toMinutes(duration: string): number {
  const [, hours = 0, minutes = 0] = /^(?:(\d+)h)?(?:(\d+)m)?/.exec(duration) ?? []
  return Number(hours) * 60 + Number(minutes)
}

function toLocalized(value: unknown, language: string): Localized {
  if (value === null || value === undefined) return {}
  return typeof value === 'object' ? (value as Localized) : { [language]: String(value) }
}

function fromLocalized(texts: Localized): Localized | null {
  const written = Object.entries(texts).filter(([, text]) => text.trim())
  return written.length ? Object.fromEntries(written) : null
}

/** Return a number, or the text itself if it is none: the server says what is wrong with it. */
function toNumber(text: string): number | string | null {
  const number = Number(text.replace(',', '.'))
  return text.trim() === '' ? null : Number.isNaN(number) ? text : number
}

const withoutEmpty = (value: EntryValue): EntryValue =>
  Object.fromEntries(Object.entries(value).filter(([, part]) => part !== null && part !== ''))
