import { storeContext } from '@/shared/storeContext'
import type { EngagementStore } from './store'

export const [EngagementProvider, useEngagement] = storeContext<EngagementStore>('engagement')
