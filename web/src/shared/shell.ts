import type { Api } from './http/session'
import type { ToastStore } from './notices/ToastStore'
import type { BrowserStorage } from './storage/BrowserStorage'
import type { Telemetry } from './telemetry'

/**
 * What the app gives to each context, and what the contexts may know of the channel.
 *
 * The six know nothing of each other; the app hands the channel's facts to those that need them.
 * Every text is in the viewer's language already.
 */
export interface Shell {
  api: Api
  storage: BrowserStorage
  toasts: ToastStore
  channel: ChannelDetails
  viewer: Viewer
  /** The language on the page, as `lang` wants it: `en`, `fr`. */
  language: { readonly current: string }
  /** Where what happens is told to whoever counts. */
  telemetry: Telemetry
  /** Whether an address of this site has a screen (or is another site's): nothing leads nowhere. */
  isLinkable: (url: string) => boolean
}

/** Who watches, as far as what they see depends on it. */
export interface Viewer {
  /** Null for a visitor who is not logged in. */
  readonly id: number | null
  /** What their passes allow (§3): `watch`, `download`, `no_ads`, … */
  readonly capabilities: readonly string[]
  /** Where letters go; null for a visitor. */
  readonly email: string | null
  /** Whether their free trial is gone (§6). */
  readonly trialUsed: boolean
  /** Whether they look after this channel, and may see its reports. */
  readonly operator: boolean
}

/** What the app expects of every context's store. */
export interface ContextStore {
  /** Forgets what belonged to the viewer. The app starts every screen anew, and they ask. */
  reset(): void
  /**
   * Asks again for what came in another language. The screens stay, and what somebody typed or was shown once
   * stays with them.
   */
  languageChanged(): void
}

export interface ChannelDetails {
  readonly settings: Settings
  readonly slides: readonly Slide[]
  readonly categories: readonly Category[]
  readonly locations: readonly Location[]
  readonly groups: readonly Group[]
  readonly groupProperties: readonly GroupProperty[]
  readonly prerolls: readonly Preroll[]
  readonly packages: readonly Package[]
  readonly subscriptions: readonly Subscription[]
  /** How this deployment is paid; null where it sells nothing. */
  readonly payments: Payments | null
  /** How this deployment counts what happens. */
  readonly analytics: AnalyticsSettings
  /** A sentence of the channel's own for a place on the page, or null where it has none. */
  text(name: TextKey): string | null
}

/** The places where a channel may say it in its own words (`texts.yaml`; docs/how-to/channel-pack.md lists them). */
export const TEXT_KEYS = [
  'home_live',
  'home_upcoming',
  'home_finished',
  'home_groups',
  'schedule_title',
  'live_title',
  'upcoming_title',
  'finished_title',
  'group',
  'all_groups',
  'library_title',
  'library_intro',
  'faq_title',
  'faq_intro',
  'passes_title',
  'passes_intro',
  'refund_policy',
  'not_found_title',
  'not_found_text',
] as const

export type TextKey = (typeof TEXT_KEYS)[number]

export interface Settings {
  slug: string
  name: string
  short_name: string
  tagline: string
  /** The channel's own language, and all it has texts in. */
  language: string
  languages: readonly string[]
  currency: string
  time_zone: string
  logo: string | null
  favicon: string | null
  share_picture: string | null
  'google-analytics'?: { 'google-tag': string | null }
  /** `consent`: whether viewers are asked before they are counted as more than a number. */
  'yare-analytics'?: { 'yare-analytics-key': string | null; consent?: 'ask' | 'not_needed' }
  auth: { remote_auth: 0 | string }
  /** How long no pre-roll follows another, for one viewer and one event; an hour where nothing is said. */
  preroll_suppress_minutes?: number
  storage_prefix: string
  /** What the home page shows, in order: `live`, `upcoming`, `groups`, `band:KEY`, `rail:KEY`, … */
  home: readonly string[]
  default_view: string
  contact_days: number
  static_blocks: Readonly<Record<string, StaticBlock | undefined>>
  routes: readonly { path: string; to: string }[]
}

export interface Action {
  label: string
  url: string
}

/** A text block of the channel: a band on the home page, the footer's blurb, the legal line. */
export interface StaticBlock {
  title: string | null
  html: string | null
  action: Action | null
  image: string | null
}

export interface Slide {
  id: number
  slidable_type: 'main' | 'category' | 'participant' | 'group'
  slidable_id: number | null
  title: string
  line: string | null
  image: string | null
  image_tall: string | null
  event_id: number | null
  badge: string | null
  action: Action | null
  second_action: Action | null
  weight: number
}

export interface Category {
  id: number
  name: string
  short_name: string
  alias: string | null
  sport: string
  gender: string | null
  image: string | null
  weight: number
  /** Words for its clips, in the order of the channel; none where it names none. */
  clip_tags?: readonly string[]
}

export interface Location {
  id: number
  name: string
  city: string | null
  state: string | null
  country: string | null
}

export interface Group {
  id: number
  name: string
  short_name: string
  nickname: string | null
  alias: string | null
  images: { logo: string | null }
  color: string | null
  colors: readonly string[]
  city: string | null
  state: string | null
  properties: Readonly<Record<string, string>>
}

export interface GroupProperty {
  id: number
  key: string
  name: string
  values: readonly { key: string; name: string }[]
}

/** A film before streams: one of the channel's own (`url`), or what a VAST tag answers (`vast_url`). */
export interface Preroll {
  id: number
  /** Who speaks; empty where the channel does not say. */
  name: string
  url: string | null
  vast_url: string | null
  /** How often it is chosen among those that fit, against each other; 0 is never. */
  weight: number
  location_id: number | null
  event_categories: readonly number[]
  for_vod: boolean
  for_live: boolean
  /** Seconds after which it may be skipped; null where it may not. */
  skip_after: number | null
  click_url: string | null
}

/** What packages and subscriptions have in common (§3). Money is a decimal string in major units. */
interface Offer {
  id: number
  name: string
  description: string
  /** `base_price` and `service_fee` together. */
  price: string
  base_price: string
  service_fee: string
  currency: string
  offer: string | null
  period: string | null
  weight: number
  features: readonly string[]
  recommended: boolean
  capabilities: readonly string[]
  /** How often what is counted may be done with it; null: without limit. */
  limits?: { clips: number | null; downloads: number | null }
}

/** Bought once. */
export interface Package extends Offer {
  /** One event, a season of its categories, or one team's season in them. */
  type: 'event' | 'season' | 'team'
  /** None are all. */
  event_categories: readonly number[]
  is_team_pass: boolean
  /** What it opens is open for so many days, or to the end of the day `until`; without either for good. */
  days?: number | null
  until?: string | null
}

/** Renews until it is stopped: every 12 months or every 30 days. */
export interface Subscription extends Offer {
  /** Days; 0 for none. */
  trial_period: number
}

/** Who takes the money, and the provider's own script that takes the cards. */
export interface Payments {
  provider: string
  publishable_key: string
  script: string
}

/** Where analytics go, and whether this machine's own names are counted too. */
export interface AnalyticsSettings {
  /** Another origin; empty, or nothing, for the page's own. */
  analytics_host?: string
  analytics_on_localhost?: boolean
  /** Whether all of it is shown to a tag service as well. */
  debug?: boolean
}
