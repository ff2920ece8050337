import { msg } from '@lingui/core/macro'
import { loadReports } from '@/analytics'
import { loadActivity, loadStudio, loadTeam, loadWebhooks, type StudioRoom } from '@/channel'
import { lazyScreen } from '@/shared/loading/screens'

/** The rooms of the studio in order. A context adds a room here. */
export const STUDIO_ROOMS: readonly StudioRoom[] = [
  {
    path: 'reports',
    label: msg`Reports`,
    icon: 'chart',
    permission: 'view_reports',
    Screen: lazyScreen(loadReports),
  },
  { path: 'team', label: msg`Team`, icon: 'user', permission: 'manage_team', Screen: lazyScreen(loadTeam) },
  {
    path: 'activity',
    label: msg`Activity`,
    icon: 'clock',
    permission: 'view_activity',
    Screen: lazyScreen(loadActivity),
  },
  {
    path: 'webhooks',
    label: msg`Webhooks`,
    icon: 'share',
    permission: 'manage_integrations',
    Screen: lazyScreen(loadWebhooks),
  },
]

const Studio = lazyScreen<{ rooms: readonly StudioRoom[] }>(loadStudio)

/** `/studio` and everything below it. It loads in its own chunk. */
export default function StudioScreen() {
  return <Studio rooms={STUDIO_ROOMS} />
}
