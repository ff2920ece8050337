import { msg } from '@lingui/core/macro'
import { lazyScreen } from '@/shared/loading/screens'
import type { StudioRoom } from '@/shared/studio/rooms'

export const requestsRoom: StudioRoom = {
  path: 'requests',
  label: msg`Requests`,
  icon: 'mail',
  permission: 'manage_requests',
  Screen: lazyScreen(() => import('./screens/studio/Requests')),
}
