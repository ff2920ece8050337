import type { AnalyticsStore } from './AnalyticsStore'
import { trackingStore } from './stores/TrackingStore'

export { ConsentBar, PrivacyLink } from './components/ConsentBar'

/** Start to record the page's analytics events. */
export const startTracking = (analytics: AnalyticsStore): void => analytics.resolve(trackingStore).start()
