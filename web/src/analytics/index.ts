import { type ScreenRoute, screen } from '@/shared/screens'

export { AnalyticsProvider } from './context'
export { loadCounting } from './later'
export { AnalyticsStore } from './store'

export const routes: readonly ScreenRoute[] = [screen('/studio/reports', () => import('./screens/Reports'))]
