import type { AnalyticsStore } from './store'
import { countingStore } from './stores/CountingStore'

export { ConsentBar, PrivacyLink } from './components/ConsentBar'

/** Begins to count what the page tells. */
export const begin = (analytics: AnalyticsStore): void => analytics.bring(countingStore).begin()
