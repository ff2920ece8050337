import type { EntryValue } from '@/shared/studio/entries'

/** The settings that an owner changes in the studio, as the form holds them. */
export interface ChannelSettings {
  name: string
  short_name: string
  language: string
  languages: readonly string[]
  time_zone: string
  /** One domain in each line. */
  domains: string
  second_factor: boolean
  login_name: string
  /** Empty turns single sign-on off. */
  issuer: string
  client_id: string
  /** The domains of email addresses, separated by commas. */
  login_domains: string
  login_required: boolean
  analytics_consent: string
  geo: 'all' | 'allow' | 'block'
  /** Country codes, separated by commas. */
  countries: string
  names_public: string
  hide_after_reports: string
  contact_days: string
  google_cast: boolean
  make_good_mode: string
  make_good_method: string
  make_good_full_method: string
  make_good_percent: string
  make_good_minutes: string
  make_good_full_percent: string
  /** Whole units of the channel's currency. Empty is no limit. */
  make_good_event_limit: string
  make_good_viewer_limit: string
}

interface SingleSignOn {
  name?: string
  issuer?: string
  client_id?: string
  domains?: readonly string[]
  required?: boolean
}

type Settings = Record<string, unknown> & {
  single_sign_on?: SingleSignOn | null
  geo?: { allow?: readonly string[]; block?: readonly string[] }
  clips?: { names_public?: string; hide_after_reports?: number }
  make_good?: Readonly<Record<string, string | number | null>>
}

/** Return the settings of the entry `channel`. The document leaves out values that are the default. */
export function readSettings(value: EntryValue): ChannelSettings {
  const settings = settingsOf(value)
  const { geo = {}, clips = {}, make_good: makeGood = {} } = settings
  const login = settings.single_sign_on ?? {}
  const language = String(value.language ?? 'en')
  return {
    name: String(value.name ?? ''),
    short_name: String(value.short_name ?? ''),
    language,
    languages: (value.languages as string[] | undefined) ?? [language],
    time_zone: String(value.time_zone ?? 'UTC'),
    domains: ((value.domains as string[] | undefined) ?? []).join('\n'),
    second_factor: settings.operators_need_second_factor === true,
    login_name: login.name ?? '',
    issuer: login.issuer ?? '',
    client_id: login.client_id ?? '',
    login_domains: (login.domains ?? []).join(', '),
    login_required: login.required === true,
    analytics_consent: String(settings.analytics_consent ?? 'ask'),
    geo: geo.allow?.length ? 'allow' : geo.block?.length ? 'block' : 'all',
    countries: (geo.allow ?? geo.block ?? []).join(', '),
    names_public: clips.names_public ?? 'approved',
    hide_after_reports: String(clips.hide_after_reports ?? 3),
    contact_days: String(settings.contact_days ?? 5),
    google_cast: settings.google_cast === true,
    make_good_mode: String(makeGood.mode ?? 'off'),
    make_good_method: String(makeGood.method ?? 'credit'),
    make_good_full_method: String(makeGood.full_method ?? 'refund'),
    make_good_percent: String(makeGood.share_percent ?? 10),
    make_good_minutes: String(makeGood.share_minutes ?? 8),
    make_good_full_percent: String(makeGood.full_percent ?? 50),
    make_good_event_limit: String(makeGood.max_per_event ?? ''),
    make_good_viewer_limit: String(makeGood.max_per_viewer ?? ''),
  }
}

/** Return the entry with these settings. Everything else stays as it is. */
export function writeSettings(value: EntryValue, form: ChannelSettings): EntryValue {
  const settings = settingsOf(value)
  const countries = splitList(form.countries.toUpperCase())
  return {
    ...value,
    name: form.name,
    short_name: form.short_name,
    language: form.language,
    languages: [form.language, ...form.languages.filter(language => language !== form.language)],
    time_zone: form.time_zone,
    domains: splitList(form.domains.toLowerCase()),
    settings: {
      ...settings,
      operators_need_second_factor: form.second_factor,
      single_sign_on: form.issuer.trim() ? writeLogin(form) : undefined,
      analytics_consent: form.analytics_consent,
      geo: form.geo === 'all' ? {} : { [form.geo]: countries },
      clips: {
        ...settings.clips,
        names_public: form.names_public,
        hide_after_reports: toNumber(form.hide_after_reports),
      },
      contact_days: toNumber(form.contact_days),
      google_cast: form.google_cast,
      make_good: {
        ...settings.make_good,
        mode: form.make_good_mode,
        method: form.make_good_method,
        full_method: form.make_good_full_method,
        share_percent: toNumber(form.make_good_percent),
        share_minutes: toNumber(form.make_good_minutes),
        full_percent: toNumber(form.make_good_full_percent),
        max_per_event: toLimit(form.make_good_event_limit),
        max_per_viewer: toLimit(form.make_good_viewer_limit),
      },
    },
  }
}

/** Return the fields of the document that belong to a field of the form, for the errors beside it. */
export const FIELD_PATHS: Readonly<Record<keyof ChannelSettings, string>> = {
  name: 'name',
  short_name: 'short_name',
  language: 'language',
  languages: 'languages',
  time_zone: 'time_zone',
  domains: 'domains',
  second_factor: 'settings.operators_need_second_factor',
  login_name: 'settings.single_sign_on.name',
  issuer: 'settings.single_sign_on.issuer',
  client_id: 'settings.single_sign_on.client_id',
  login_domains: 'settings.single_sign_on.domains',
  login_required: 'settings.single_sign_on.required',
  analytics_consent: 'settings.analytics_consent',
  geo: 'settings.geo.mode',
  countries: 'settings.geo',
  names_public: 'settings.clips.names_public',
  hide_after_reports: 'settings.clips.hide_after_reports',
  contact_days: 'settings.contact_days',
  google_cast: 'settings.google_cast',
  make_good_mode: 'settings.make_good.mode',
  make_good_method: 'settings.make_good.method',
  make_good_full_method: 'settings.make_good.full_method',
  make_good_percent: 'settings.make_good.share_percent',
  make_good_minutes: 'settings.make_good.share_minutes',
  make_good_full_percent: 'settings.make_good.full_percent',
  make_good_event_limit: 'settings.make_good.max_per_event',
  make_good_viewer_limit: 'settings.make_good.max_per_viewer',
}

const writeLogin = (form: ChannelSettings): SingleSignOn => ({
  name: form.login_name.trim(),
  issuer: form.issuer.trim(),
  client_id: form.client_id.trim(),
  domains: splitList(form.login_domains.toLowerCase()),
  required: form.login_required,
})

const settingsOf = (value: EntryValue) => (value.settings ?? {}) as Settings

export const splitList = (text: string): string[] => text.split(/[\s,;]+/).filter(Boolean)

/** Return the number in a text, or the text itself, which the server refuses with a sentence. */
const toNumber = (text: string): number | string => (/^\d+$/.test(text.trim()) ? Number(text) : text)

/** Return the number in a text, or undefined for no limit. */
const toLimit = (text: string): number | string | undefined => (text.trim() ? toNumber(text) : undefined)
