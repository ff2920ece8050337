export { AnalyticsStore } from './AnalyticsStore'
export { AnalyticsProvider } from './context'
export { loadTracking } from './deferred'
