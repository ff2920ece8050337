import { type ScreenRoute, screen } from '@/shared/loading/screens'

export { HomeRailsPlaceholder } from './components/HomeRailsPlaceholder'
export { EngagementProvider } from './context'
export { loadAccountSpoilerSwitch, loadEngagement } from './deferred'
export { EngagementStore } from './EngagementStore'

const engagementScreen = (name: keyof typeof import('./screens')) => async () => ({
  default: (await import('./screens'))[name],
})

export const routes: readonly ScreenRoute[] = [
  screen('/contacts', engagementScreen('Contacts')),
  screen('/forms/:alias', engagementScreen('CustomForm')),
  screen('/unsubscribe', engagementScreen('Unsubscribe'), { isUnrecorded: true }),
]

/** This context's parts of the profile; the app puts them into its page. */
export const loadFavorites = engagementScreen('Favorites')
export const loadNotifications = engagementScreen('News')
