import { type ScreenRoute, screen } from '@/shared/loading/screens'

export { BillingStore } from './BillingStore'
export { BillingProvider } from './context'
export { BroadcastTabChannel } from './TabChannel'

const shopScreen = (name: 'Packages' | 'SelectPackage') => async () => ({
  default: (await import('./screens/shopScreens'))[name],
})
const profileScreen = (name: keyof typeof import('./screens/profileScreens')) => async () => ({
  default: (await import('./screens/profileScreens'))[name],
})

export const routes: readonly ScreenRoute[] = [
  screen('/buy', () => import('./screens/Buy')),
  screen('/redeem', () => import('./screens/Redeem')),
  screen('/gifts', () => import('./screens/GiftCodes')),
  screen('/packages', shopScreen('Packages')),
  screen('/passes', shopScreen('Packages')),
  screen('/cancel-renewal', () => import('./screens/CancelRenewal'), { isUnrecorded: true }),
  screen('/select-package/:id', shopScreen('SelectPackage')),
]

/** The billing sections of the profile page. */
export const loadOrders = profileScreen('Orders')
export const loadTransactions = profileScreen('Transactions')

/** Load the donations of the channel: the button on an event's page, and the section of the home page. */
export const loadDonateButton = async () => ({
  default: (await import('./components/DonateButton')).DonateButton,
})
export const loadDonateSection = async () => ({
  default: (await import('./components/DonateButton')).DonateSection,
})

/** Load the purchase options of a locked event or library item. */
export const loadPurchaseOptions = async () => ({
  default: (await import('./screens/shopScreens')).PurchaseOptions,
})
