import { type ScreenRoute, screen } from '@/shared/screens'

export { BillingProvider } from './context'
export { BillingStore } from './store'
export { BroadcastTabs } from './tabs'

const shop = (name: 'Packages' | 'SelectPackage') => async () => ({
  default: (await import('./screens/shop'))[name],
})
const books = (name: keyof typeof import('./screens/books')) => async () => ({
  default: (await import('./screens/books'))[name],
})

export const routes: readonly ScreenRoute[] = [
  screen('/buy', () => import('./screens/Buy')),
  screen('/packages', shop('Packages')),
  screen('/passes', shop('Packages')),
  screen('/select-package/:id', shop('SelectPackage')),
]

/** Billing's parts of the profile; the app puts them into its page. */
export const loadOrders = books('Orders')
export const loadTransactions = books('Transactions')

/** What opens a closed game or film, for the gate before it. */
export const loadWaysIn = async () => ({ default: (await import('./screens/shop')).WaysIn })
