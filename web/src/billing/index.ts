import type { ScreenRoute } from '@/shared/screens'

export { BillingProvider } from './context'
export { BillingStore } from './store'
export { BroadcastTabs } from './tabs'

export const routes: readonly ScreenRoute[] = []
