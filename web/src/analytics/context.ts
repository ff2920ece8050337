import { storeContext } from '@/shared/storeContext'
import type { AnalyticsStore } from './store'

export const [AnalyticsProvider, useAnalytics] = storeContext<AnalyticsStore>('analytics')
