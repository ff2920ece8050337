import { storeContext } from '@/shared/storeContext'
import type { AnalyticsStore } from './AnalyticsStore'

export const [AnalyticsProvider, useAnalytics] = storeContext<AnalyticsStore>('analytics')
