import { type ScreenRoute, screen } from '@/shared/loading/screens'

export const routes: readonly ScreenRoute[] = [
  screen('/sponsor-report', () => import('./screens/LinkedSponsorReport'), { isUnrecorded: true }),
]

export { AnalyticsStore } from './AnalyticsStore'
export { AnalyticsProvider } from './context'
export { loadTracking } from './deferred'
