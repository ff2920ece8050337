export { AnalyticsStore } from './AnalyticsStore'
export { AnalyticsProvider } from './context'
export { loadTracking } from './deferred'

/** Load the reports, a room of the studio. */
export const loadReports = () => import('./screens/Reports')
