import type { AnalyticsStore } from './AnalyticsStore'
import { trackingStore } from './stores/TrackingStore'

export { ConsentBar, PrivacyLink } from './components/ConsentBar'

/** Begins to count what the page tells. */
export const startTracking = (analytics: AnalyticsStore): void => analytics.resolve(trackingStore).start()
