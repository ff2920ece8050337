import type {
  Action,
  Category,
  Group,
  GroupProperty,
  Location,
  Package,
  Preroll,
  Settings,
  Slide,
  Subscription,
} from '@/shared/shell'
import type { Role } from './teamApi'

/** The start-up data (`GET /channel-bootstrap-data`). Lists only the fields that the page reads. */
export interface Bundle {
  settings: Settings
  menu: MenuEntry[]
  slides: Slide[]
  pages: Page[]
  color_settings: ColorSettings
  faq: Question[]
  categories: Category[]
  locations: Location[]
  groups: Group[]
  group_properties: GroupProperty[]
  prerolls: Preroll[]
  packages: Package[]
  subscriptions: Subscription[]
  static_data: { texts: Record<string, string | undefined> }
  popups: Popup[]
}

export interface MenuEntry {
  id: number
  key: string
  label: string
  url: string | null
  kind: string | null
  area: 'header' | 'footer'
  /** The heading of the entry's column in the footer. */
  column: string | null
  icon: string | null
  children: MenuEntry[]
}

/** A content page. Its `url` is its route. `GET /pages/{id}` returns its text. */
export interface Page {
  id: number
  name: string
  url: string
  alt_name: string | null
}

export interface PageText extends Page {
  /** HTML that the server renders from Markdown and sanitizes. */
  html: string
}

export interface Question {
  id: number
  group: string | null
  question: string
  /** HTML that the server sanitizes. */
  answer: string
}

export interface Popup {
  id: number
  key: string
  title: string
  html: string
  /** The only path that shows the pop-up, or null for all paths. */
  path: string | null
  once: boolean
  action: Action | null
}

/** A channel's design: its colors by name, fonts, radii and button shape. */
export interface ColorSettings {
  scheme: 'dark' | 'light'
  colors: Record<string, string>
  theme: Record<string, string | number | null | undefined>
  fonts: { family: string; url: string; weight: string | null; stretch: string | null }[]
}

/** A team or a school in the menu. */
export interface MenuTeam {
  id: number
  name: string
  alias: string | null
  images?: { logo: string | null }
  /** The team's sport. It distinguishes a school's teams, because all of them have the school's name. */
  event_category_id?: number | null
}

/** Return the home page filtered by a team or school: by its alias, or by its name without one (§2). */
export function homePath(kind: 'participants' | 'groups', { alias, name }: MenuTeam): string {
  const parameter = kind === 'groups' ? 'school' : 'team'
  return `/?${new URLSearchParams({ [parameter]: alias || name })}`
}

/** The logged-in viewer, in the responses of `GET /profile` and of every login. */
export interface User {
  id: number
  email: string
  first_name: string
  last_name: string
  phone: string | null
  email_verified: boolean
  /** Whether an operator set the password. The viewer must replace it first. */
  temporary_password: boolean
  /** False if the viewer can only log in through a social provider. */
  has_password: boolean
  /** Whether login requires a code of an authenticator app. */
  two_factor: boolean
  trial_period_used: boolean
  /** Whether the viewer is an operator of this channel. */
  operator: boolean
  /** What an operator may do in the studio. Null for other viewers. */
  studio: {
    role: Role
    permissions: readonly string[]
    second_factor_missing: boolean
    single_sign_on_missing?: boolean
  } | null
  /** The capabilities of the viewer's passes, in lower case (§3): `watch`, `download`, … */
  capabilities: readonly string[]
  feature_count: { clips: number; downloads: number }
  is_geo_blocked: boolean
  language: string
  created_at?: string
}

/** The response of every kind of login: the API key of the new session, and its viewer. */
export interface LogInResult {
  api_key: string
  user: User
}
