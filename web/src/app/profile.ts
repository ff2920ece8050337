import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react'
import { type ComponentType, createElement } from 'react'
import { loadOrders, loadTransactions } from '@/billing'
import { CHANNEL_TABS, loadProfilePage, type ProfileTab } from '@/channel'
import { loadClips } from '@/clips'
import { loadFavorites, loadNotifications } from '@/engagement'
import { type ScreenRoute, screen } from '@/shared/loading/screens'

const ORDERS: ProfileTab = { path: '/profile', label: msg`Orders` }
const TRANSACTIONS: ProfileTab = { path: '/profile/transactions', label: msg`Transactions` }
const CLIPS: ProfileTab = { path: '/profile/clips', label: msg`Clips` }
const FAVORITES: ProfileTab = { path: '/profile/favorites', label: msg`Favorites` }
const NOTIFICATIONS: ProfileTab = { path: '/profile/news', label: msg`Notifications` }

/** The parts of the profile in their order (§2): the empty child path is the active orders. */
export const PROFILE_TABS: readonly ProfileTab[] = [
  ORDERS,
  TRANSACTIONS,
  CLIPS,
  FAVORITES,
  NOTIFICATIONS,
  ...CHANNEL_TABS,
]

/** The parts that are not the channel's own, each in the channel's page of the profile. */
export const profileRoutes: readonly ScreenRoute[] = [
  profileRoute(ORDERS, loadOrders),
  profileRoute(TRANSACTIONS, loadTransactions),
  profileRoute(CLIPS, loadClips),
  profileRoute(FAVORITES, loadFavorites),
  profileRoute(NOTIFICATIONS, loadNotifications),
]

function profileRoute(
  { path, label }: ProfileTab,
  load: () => Promise<{ default: ComponentType }>,
): ScreenRoute {
  return screen(path, async () => {
    const [{ ProfilePage }, { default: Part }] = await Promise.all([loadProfilePage(), load()])
    const inside = () => createElement(Part)
    function Titled() {
      const { _ } = useLingui()
      return createElement(ProfilePage, { title: _(label), children: inside })
    }
    return { default: Titled }
  })
}
