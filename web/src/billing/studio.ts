import { msg } from '@lingui/core/macro'
import { lazyComponent } from '@/shared/loading/lazyComponent'
import { lazyScreen } from '@/shared/loading/screens'
import type { StudioRoom } from '@/shared/studio/rooms'

export const ordersRoom: StudioRoom = {
  path: 'orders',
  label: msg`Orders`,
  icon: 'ticket',
  permission: 'manage_orders',
  Screen: lazyScreen(() => import('./screens/studio/StudioOrders')),
}
export const offersRoom: StudioRoom = {
  path: 'offers',
  label: msg`Offers`,
  icon: 'cards',
  permission: 'edit_offers',
  Screen: lazyScreen(() => import('./screens/studio/StudioOffers')),
}
export const sharesRoom: StudioRoom = {
  path: 'shares',
  label: msg`Revenue shares`,
  icon: 'cards',
  permission: 'manage_settings',
  Screen: lazyScreen(() => import('./screens/studio/StudioShares')),
}

export const bundlesRoom: StudioRoom = {
  path: 'bundles',
  label: msg`Bundles`,
  icon: 'ticket',
  permission: 'manage_settings',
  Screen: lazyScreen(() => import('./screens/studio/StudioBundles')),
}

/** The make-goods of an event, on its page in the schedule. */
export const EventMakeGood = lazyComponent(() => import('./components/studio/MakeGoodPanel'))

/** The offers that open an event, on its page in the schedule. */
export const EventOffers = lazyComponent(() => import('./components/studio/offers/EventOffers'))
