import { msg } from '@lingui/core/macro'
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
