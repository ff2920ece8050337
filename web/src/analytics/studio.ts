import { msg } from '@lingui/core/macro'
import { lazyScreen } from '@/shared/loading/screens'
import type { StudioRoom } from '@/shared/studio/rooms'

export const sponsorsRoom: StudioRoom = {
  path: 'sponsors',
  label: msg`Sponsors`,
  icon: 'chart',
  permission: 'view_reports',
  Screen: lazyScreen(() => import('./screens/Sponsors')),
}

export const reportsRoom: StudioRoom = {
  path: 'reports',
  label: msg`Reports`,
  icon: 'chart',
  permission: 'view_reports',
  Screen: lazyScreen(() => import('./screens/Reports')),
}
