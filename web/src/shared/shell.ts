import type { Api } from './http/session'
import type { ToastStore } from './notices/ToastStore'
import type { BrowserStorage } from './storage/BrowserStorage'
import type { Telemetry } from './telemetry'

/**
 * The services and channel data that the app provides to each context.
 *
 * The six contexts do not import each other. The app passes the channel's data to the contexts that need it. All texts
 * are in the viewer's language.
 */
export interface Shell {
  api: Api
  storage: BrowserStorage
  toasts: ToastStore
  channel: ChannelDetails
  viewer: Viewer
  /** The page's language, as the `lang` attribute expects it: `en`, `fr`. */
  language: { readonly current: string }
  /** Receives the page's analytics events. */
  telemetry: Telemetry
  /** Return whether a URL has a screen on this site or leads to another site. The page shows no dead links. */
  isLinkable: (url: string) => boolean
}

/** The viewer's properties that affect the page. */
export interface Viewer {
  /** Null for a visitor who is not logged in. */
  readonly id: number | null
  /** The capabilities of the viewer's passes (§3): `watch`, `download`, `no_ads`, … */
  readonly capabilities: readonly string[]
  /** The viewer's email address. Null for a visitor. */
  readonly email: string | null
  /** Whether the viewer has used the free trial (§6). */
  readonly hasUsedTrial: boolean
  /** Whether the viewer is an operator of this channel and may see its reports. */
  readonly isOperator: boolean
}

/** The interface of every context's store. */
export interface ContextStore {
  /** Delete the viewer's data. The app then mounts every screen again, and the screens load new data. */
  reset(): void
  /** Load the data in another language again. The screens stay mounted and keep the viewer's input. */
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
  /** The payment provider of this deployment. Null if the deployment sells nothing. */
  readonly payments: Payments | null
  /** The analytics settings of this deployment. */
  readonly analytics: AnalyticsSettings
  /** Return the channel's custom text for a place on the page, or null. */
  text(name: TextKey): string | null
}

/** The places where a channel can set its own text (`texts.yaml`; docs/how-to/write-a-channel-pack.md lists them). */
export const TEXT_KEYS = [
  'home_live',
  'home_upcoming',
  'home_finished',
  'home_groups',
  'home_clips',
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
  /** The channel's main language. `languages` lists all languages of its texts. */
  language: string
  languages: readonly string[]
  currency: string
  time_zone: string
  logo: string | null
  favicon: string | null
  share_picture: string | null
  'google-analytics'?: { 'google-tag': string | null }
  /** `consent`: whether viewers must agree before their visits are tracked individually. */
  'yare-analytics'?: { 'yare-analytics-key': string | null; consent?: 'ask' | 'not_needed' }
  /** Whether the player offers Google Cast, which loads Google's script. */
  google_cast?: boolean
  auth: { remote_auth: 0 | string; single_sign_on?: string | null }
  /** Minutes without another pre-roll, for one viewer and one event. The default is 60. */
  preroll_suppress_minutes?: number
  storage_prefix: string
  /** The sections of the home page in order: `live`, `upcoming`, `groups`, `band:KEY`, `rail:KEY`, … */
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

/** A text block of the channel: a band on the home page, the footer's introduction, the legal line. */
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
  /** The teams of a game, if the slide has no image of its own. */
  matchup: SlideMatchup | null
  event_id: number | null
  badge: string | null
  action: Action | null
  second_action: Action | null
  weight: number
}

export interface SlideMatchup {
  sport: string
  away: SlideTeam
  home: SlideTeam
}

export interface SlideTeam {
  short_name: string
  color: string | null
  color_2: string | null
  images: { logo: string | null }
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
  /** Clip tags of the category, in the channel's order. Missing if the category has none. */
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

/** A video ad before streams: a file of the channel (`url`) or the response of a VAST tag (`vast_url`). */
export interface Preroll {
  id: number
  key: string
  /** The advertiser. Empty if the channel names none. */
  name: string
  url: string | null
  vast_url: string | null
  /** Relative probability of selection among matching pre-rolls. 0 means never. */
  weight: number
  location_id: number | null
  event_categories: readonly number[]
  for_vod: boolean
  for_live: boolean
  /** Seconds until the viewer may skip the ad. Null if skipping is not allowed. */
  skip_after: number | null
  click_url: string | null
  /** The key of the sponsor who pays for it. Null for a house ad of the channel. */
  sponsor: string | null
}

/** The parts of an event that an offer includes. */
export interface OfferAvailability {
  live: boolean
  replay: boolean
  /** Hours from the end of an event until the offer includes its replay. */
  replay_delay_hours: number
  /** Whether the offer includes the audio only, without video. */
  audio_only?: boolean
}

/** The common fields of packages and subscriptions (§3). Money is a decimal string in major units. */
interface Offer {
  id: number
  name: string
  description: string
  /** The sum of `base_price` and `service_fee`. */
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
  /** How many clips and downloads the offer includes. Null means no limit. */
  limits?: { clips: number | null; downloads: number | null; streams?: number }
  /** Whether the offer includes the live stream and the replay of an event. */
  availability?: OfferAvailability
}

/** A one-time purchase. */
export interface Package extends Offer {
  /** One event, one season of its categories, or one team's season in these categories. A donation opens nothing. */
  type: 'event' | 'season' | 'team' | 'donation'
  /** Empty means all categories. */
  event_categories: readonly number[]
  is_team_pass: boolean
  /** Access lasts this many days, or until the end of the day `until`. Without both, access never ends. */
  days?: number | null
  until?: string | null
  /** The amounts that the viewer may pay, if they choose the price. `price` is selected first. */
  price_choice?: PriceChoice | null
}

/** The lowest and highest amount, and the amounts that the page suggests, in major units. */
export interface PriceChoice {
  minimum: string
  maximum: string
  suggested: readonly string[]
}

/** A purchase that renews every 30 days or 12 months until canceled. */
export interface Subscription extends Offer {
  /** Length of the free trial in days. 0 means no trial. */
  trial_period: number
  /** The part of each year without charges. */
  off_season: OffSeason | null
}

/** The first and last day of an off-season, as `MM-DD` in the channel's time zone. */
export interface OffSeason {
  from: string
  until: string
}

/** The payment provider and its script for card input. */
export interface Payments {
  provider: string
  publishable_key: string
  script: string
}

/** The analytics host, and whether visits on localhost are recorded. */
export interface AnalyticsSettings {
  /** Another origin. Empty or missing means the page's origin. */
  analytics_host?: string
  analytics_on_localhost?: boolean
  /** Whether a tag service also receives all events. */
  debug?: boolean
}
