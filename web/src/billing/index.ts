import { type ScreenRoute, screen } from '@/shared/screens'

export { BillingProvider } from './context'
export { BillingStore } from './store'
export { BroadcastTabs } from './tabs'

const packages = () => import('./screens/Packages')

export const routes: readonly ScreenRoute[] = [
  screen('/buy', () => import('./screens/Buy')),
  screen('/packages', packages),
  screen('/passes', packages),
  screen('/select-package/:id', () => import('./screens/SelectPackage')),
]

/** Billing's parts of the profile; the app puts them into its page. */
export const loadOrders = () => import('./screens/Orders')
export const loadTransactions = () => import('./screens/Transactions')

/** What opens a closed game or film, for the gate before it. */
export const loadWaysIn = () => import('./components/plans/WaysIn')
