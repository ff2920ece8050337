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

/** Load the profile sections of this context. The app adds them to the profile page. */
export const loadFavorites = engagementScreen('Favorites')
export const loadNotifications = engagementScreen('News')
