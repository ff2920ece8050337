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

/** The tabs of the profile in order (§2). The empty child path shows the active orders. */
export const PROFILE_TABS: readonly ProfileTab[] = [
  ORDERS,
  TRANSACTIONS,
  CLIPS,
  FAVORITES,
  NOTIFICATIONS,
  ...CHANNEL_TABS,
]

/** The profile tabs of other contexts, each inside the channel's profile page. */
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
    const [{ ProfilePage }, { default: TabContent }] = await Promise.all([loadProfilePage(), load()])
    const renderContent = () => createElement(TabContent)
    function ProfileTabPage() {
      const { _ } = useLingui()
      return createElement(ProfilePage, { title: _(label), children: renderContent })
    }
    return { default: ProfileTabPage }
  })
}
