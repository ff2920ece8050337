import { msg } from '@lingui/core/macro'
import { lazyScreen } from '@/shared/loading/screens'
import type { StudioRoom } from '@/shared/studio/rooms'

export { default as Studio } from './screens/studio/Studio'

export const teamRoom: StudioRoom = {
  path: 'team',
  label: msg`Team`,
  icon: 'user',
  permission: 'manage_team',
  Screen: lazyScreen(() => import('./screens/studio/Team')),
}
export const activityRoom: StudioRoom = {
  path: 'activity',
  label: msg`Activity`,
  icon: 'clock',
  permission: 'view_activity',
  Screen: lazyScreen(() => import('./screens/studio/Activity')),
}
export const settingsRoom: StudioRoom = {
  path: 'settings',
  label: msg`Settings`,
  icon: 'settings',
  permission: 'manage_settings',
  Screen: lazyScreen(() => import('./screens/studio/Settings')),
}
export const webhooksRoom: StudioRoom = {
  path: 'webhooks',
  label: msg`Webhooks`,
  icon: 'share',
  permission: 'manage_integrations',
  Screen: lazyScreen(() => import('./screens/studio/Webhooks')),
}
export const tokensRoom: StudioRoom = {
  path: 'tokens',
  label: msg`Access tokens`,
  icon: 'lock',
  permission: null,
  Screen: lazyScreen(() => import('./screens/studio/Tokens')),
}
export const viewersRoom: StudioRoom = {
  path: 'viewers',
  label: msg`Viewers`,
  icon: 'eye',
  permission: 'view_viewers',
  Screen: lazyScreen(() => import('./screens/studio/Viewers')),
}
