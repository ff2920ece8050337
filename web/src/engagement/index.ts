import { type ScreenRoute, screen } from '@/shared/screens'

export { HeldRails } from './components/HeldRails'
export { EngagementProvider } from './context'
export { loadAccountShield, loadFollowing } from './later'
export { EngagementStore } from './store'

const own = (name: keyof typeof import('./screens')) => async () => ({
  default: (await import('./screens'))[name],
})

export const routes: readonly ScreenRoute[] = [
  screen('/contacts', own('Contacts')),
  screen('/forms/:alias', own('CustomForm')),
  screen('/unsubscribe', own('Unsubscribe'), { forget: true }),
]

/** This context's parts of the profile; the app puts them into its page. */
export const loadFavorites = own('Favorites')
export const loadNews = own('News')
