import { SETTINGS } from '@/shared/testing/shell'
import type { Bundle, User } from './model'

/** Return the start-up data of a small channel. Tests override the fields that they need. */
export function aBundle(changes: Partial<Bundle> = {}): Bundle {
  return {
    settings: { ...SETTINGS, routes: [{ path: '/replays', to: '/vod' }] },
    menu: [],
    slides: [],
    pages: [{ id: 7, name: 'About us', url: '/about', alt_name: null }],
    color_settings: { scheme: 'dark', colors: {}, theme: {}, fonts: [] },
    faq: [],
    categories: [],
    locations: [],
    groups: [],
    group_properties: [],
    prerolls: [],
    packages: [],
    subscriptions: [],
    static_data: { texts: { not_found_title: 'Wide of the post' } },
    popups: [],
    ...changes,
  }
}

/** Return a typical viewer. Tests override the fields that they need. */
export function aUser(changes: Partial<User> = {}): User {
  return {
    id: 5,
    email: 'maya@example.com',
    first_name: 'Maya',
    last_name: 'Halvorsen',
    phone: null,
    email_verified: true,
    temporary_password: false,
    has_password: true,
    two_factor: false,
    trial_period_used: false,
    operator: false,
    studio: null,
    capabilities: [],
    feature_count: { clips: 0, downloads: 0 },
    is_geo_blocked: false,
    language: 'en',
    ...changes,
  }
}
