import { fromAmountText, toAmountText } from '@/shared/studio/amounts'
import type { EntryValue } from '@/shared/studio/entries'
import { toTexts } from '@/shared/studio/localizedText'
import { DONATION, type PriceChoiceForm, toPriceChoice, toPriceChoiceForm } from './priceChoiceForm'
import type { OfferKind } from './studioOffersApi'

/** A text by language. */
export type Texts = Readonly<Record<string, string>>

/** How long a package gives access. */
export type Term = 'unlimited' | 'days' | 'until'

/** The values of the form of an offer, as its fields show them. */
export interface OfferForm extends PriceChoiceForm {
  name: Texts
  description: Texts
  features: readonly Texts[]
  base: string
  fee: string
  type: string
  isTeamPass: boolean
  term: Term
  days: string
  until: string
  /** A subscription: `annual` or `monthly`. A package: the word after its price, `season` or `month`. */
  period: string
  trialDays: string
  /** The first and last day of the off-season as `MM-DD`, or empty. */
  offSeasonFrom: string
  offSeasonUntil: string
  categories: readonly string[]
  capabilities: readonly string[]
  /** The parts of a game that the offer includes. */
  parts: 'all' | 'live' | 'replay'
  /** Whether the offer includes the audio only. */
  isAudioOnly: boolean
  replayDelay: string
  clips: string
  downloads: string
  streams: string
  weight: string
  isRecommended: boolean
  receiptNote: Texts
}

/** The language and the currency that a form is written in. */
export interface FormLanguage {
  main: string
  current: string
  currency: string
}

/** Return the form of an entry. An empty entry is a new offer. */
export function toOfferForm(value: EntryValue, kind: OfferKind, language: FormLanguage): OfferForm {
  const {
    price = {},
    limits = {},
    availability = {},
    off_season: offSeason = {},
  } = value as Record<string, Record<string, unknown>>
  const text = (part: unknown) => String(part ?? '')
  const texts = (part: unknown) => toTexts(part, language.main)
  const amount = (part: unknown) => toAmountText(part, language.currency, language.current)
  const type = text(value.type) || 'season'
  return {
    name: texts(value.name),
    description: texts(value.description),
    features: ((value.features ?? []) as unknown[]).map(texts),
    base: amount(price.base),
    fee: Number(price.fee) ? amount(price.fee) : '',
    type,
    isTeamPass: Boolean(value.is_team_pass ?? type === 'team'),
    term: value.until ? 'until' : value.days ? 'days' : 'unlimited',
    days: text(value.days),
    until: text(value.until),
    period: kind === 'package' ? text(value.period) : renewalOf(value),
    trialDays: Number(value.trial_period) ? text(value.trial_period) : '',
    offSeasonFrom: text(offSeason?.from),
    offSeasonUntil: text(offSeason?.until),
    categories: (value.categories ?? []) as string[],
    capabilities: (value.capabilities ?? ['watch']) as string[],
    parts: availability.replay === false ? 'live' : availability.live === false ? 'replay' : 'all',
    isAudioOnly: availability.audio_only === true,
    replayDelay: Number(availability.replay_delay_hours) ? text(availability.replay_delay_hours) : '',
    clips: text(limits.clips),
    downloads: text(limits.downloads),
    streams: text(limits.streams),
    weight: text(value.weight),
    isRecommended: Boolean(value.recommended),
    ...toPriceChoiceForm(value, language),
    receiptNote: texts(value.receipt_note),
  }
}

/** Return the value of a form. Fields that the form does not show keep their value in `before`. */
export function toOfferValue(form: OfferForm, kind: OfferKind, before: EntryValue): EntryValue {
  return withoutEmpty({
    ...before,
    name: fromTexts(form.name),
    description: fromTexts(form.description),
    features: form.features.map(fromTexts).filter(Boolean),
    price: withoutEmpty({ base: fromAmountText(form.base), fee: fromAmountText(form.fee) }),
    capabilities: form.capabilities,
    limits: withoutEmpty({
      clips: toNumber(form.clips),
      downloads: toNumber(form.downloads),
      streams: toNumber(form.streams),
    }),
    availability: toAvailability(form),
    weight: toNumber(form.weight),
    recommended: form.isRecommended,
    ...(kind === 'package' ? toPackage(form, before) : toSubscription(form, before)),
  })
}

function toAvailability({ parts, replayDelay, isAudioOnly }: OfferForm): EntryValue | null {
  const delay = parts === 'live' ? 0 : (toNumber(replayDelay) ?? 0)
  if (parts === 'all' && !delay && !isAudioOnly) return null
  const included = { live: parts !== 'replay', replay: parts !== 'live', replay_delay_hours: delay }
  return isAudioOnly ? { ...included, audio_only: true } : included
}

const toPackage = (form: OfferForm, before: EntryValue): EntryValue => ({
  type: form.type,
  is_team_pass: form.type === 'team' || (form.type === 'season' && form.isTeamPass),
  days: form.term === 'days' ? toNumber(form.days) : null,
  until: form.term === 'until' ? form.until : null,
  categories: form.categories,
  period: form.period,
  offer: before.offer ?? form.period,
  price_choice: toPriceChoice(form),
  receipt_note: fromTexts(form.receiptNote),
  ...(form.type === DONATION ? GRANTS_NOTHING : {}),
})

/** The parts of a donation that have no fields. */
const GRANTS_NOTHING: EntryValue = {
  capabilities: [],
  categories: [],
  days: null,
  until: null,
  limits: null,
  availability: null,
}

const toSubscription = (form: OfferForm, before: EntryValue): EntryValue => ({
  trial_period: toNumber(form.trialDays) ?? 0,
  off_season: toOffSeason(form),
  ...(form.period === renewalOf(before) && before.offer ? {} : { offer: form.period, period: form.period }),
})

const toOffSeason = ({ offSeasonFrom: from, offSeasonUntil: until, period }: OfferForm) =>
  period === 'monthly' && (from || until) ? { from: from.trim(), until: until.trim() } : null

/** Return how often a subscription renews. */
const renewalOf = ({ period, offer }: EntryValue) =>
  String(period ?? offer).startsWith('month') ? 'monthly' : 'annual'

function fromTexts(texts: Texts): Texts | null {
  const written = Object.entries(texts).filter(([, text]) => text.trim())
  return written.length ? Object.fromEntries(written) : null
}

/** Return a number, or the text itself if it is none: the server says what is wrong with it. */
export function toNumber(text: string): number | string | null {
  const trimmed = text.trim()
  return trimmed === '' ? null : /^-?\d+$/.test(trimmed) ? Number(trimmed) : trimmed
}

export const withoutEmpty = (value: EntryValue): EntryValue =>
  Object.fromEntries(Object.entries(value).filter(([, part]) => part !== null && part !== ''))
