import { type ScreenRoute, screen } from '@/shared/loading/screens'

export { AnalyticsStore } from './AnalyticsStore'
export { AnalyticsProvider } from './context'
export { loadTracking } from './deferred'

export const routes: readonly ScreenRoute[] = [screen('/studio/reports', () => import('./screens/Reports'))]
