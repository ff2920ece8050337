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

/** The start-up answer (`GET /channel-bootstrap-data`), as far as the page reads it. */
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
  /** The heading it stands under in the footer. */
  column: string | null
  icon: string | null
  children: MenuEntry[]
}

/** A content page; its `url` is its route. The text comes with `GET /pages/{id}`. */
export interface Page {
  id: number
  name: string
  url: string
  alt_name: string | null
}

export interface PageText extends Page {
  /** Made from Markdown and sanitised by the server. */
  html: string
}

export interface Question {
  id: number
  group: string | null
  question: string
  /** Sanitised by the server. */
  answer: string
}

export interface Popup {
  id: number
  key: string
  title: string
  html: string
  /** Only there; everywhere without one. */
  path: string | null
  once: boolean
  action: Action | null
}

/** A channel's look: its colours by name, its type, radii and button shape. */
export interface ColorSettings {
  scheme: 'dark' | 'light'
  colors: Record<string, string>
  theme: Record<string, string | number | null | undefined>
  fonts: { family: string; url: string; weight: string | null; stretch: string | null }[]
}

/** A team or a school as the menu names it. */
export interface MenuTeam {
  id: number
  name: string
  alias: string | null
  images?: { logo: string | null }
  /** What a team plays: a school's teams all bear the school's name. */
  event_category_id?: number | null
}

/** What the menu's teams and schools lead to: home, carrying the alias or else the name (§2). */
export function homePath(kind: 'participants' | 'groups', { alias, name }: MenuTeam): string {
  const parameter = kind === 'groups' ? 'school' : 'team'
  return `/?${new URLSearchParams({ [parameter]: alias || name })}`
}

/** Who is logged in, as `GET /profile` and every log-in answer. */
export interface User {
  id: number
  email: string
  first_name: string
  last_name: string
  phone: string | null
  email_verified: boolean
  /** An operator has set the password; the viewer has to choose another before anything else. */
  temporary_password: boolean
  /** False for those who only come by a social provider. */
  has_password: boolean
  /** Whether log-in asks for the code of an authenticator app. */
  two_factor: boolean
  trial_period_used: boolean
  /** Whether they look after this channel. */
  operator: boolean
  /** Lower-case names of what their passes allow (§3): `watch`, `download`, … */
  capabilities: readonly string[]
  feature_count: { clips: number; downloads: number }
  is_geo_blocked: boolean
  language: string
  created_at?: string
}

/** What every way to log in answers: the new session's key, and whose it is. */
export interface LogInResult {
  api_key: string
  user: User
}
