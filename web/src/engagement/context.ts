import { storeContext } from '@/shared/storeContext'
import type { EngagementStore } from './EngagementStore'

export const [EngagementProvider, useEngagement] = storeContext<EngagementStore>('engagement')
