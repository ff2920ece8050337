import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react'
import { type ComponentType, createElement } from 'react'
import { loadOrders, loadTransactions } from '@/billing'
import { loadProfilePage, OWN_TABS, type ProfileTab } from '@/channel'
import { loadClips } from '@/clips'
import { loadFavorites, loadNews } from '@/engagement'
import { type ScreenRoute, screen } from '@/shared/screens'

const ORDERS: ProfileTab = { path: '/profile', label: msg`Orders` }
const TRANSACTIONS: ProfileTab = { path: '/profile/transactions', label: msg`Transactions` }
const CLIPS: ProfileTab = { path: '/profile/clips', label: msg`Clips` }
const FAVORITES: ProfileTab = { path: '/profile/favorites', label: msg`Favourites` }
const NEWS: ProfileTab = { path: '/profile/news', label: msg`News` }

/** The parts of the profile in their order (§2): the empty child path is the active orders. */
export const PROFILE_TABS: readonly ProfileTab[] = [ORDERS, TRANSACTIONS, CLIPS, FAVORITES, NEWS, ...OWN_TABS]

/** The parts that are not the channel's own, each in the channel's page of the profile. */
export const profileRoutes: readonly ScreenRoute[] = [
  part(ORDERS, loadOrders),
  part(TRANSACTIONS, loadTransactions),
  part(CLIPS, loadClips),
  part(FAVORITES, loadFavorites),
  part(NEWS, loadNews),
]

function part({ path, label }: ProfileTab, load: () => Promise<{ default: ComponentType }>): ScreenRoute {
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
