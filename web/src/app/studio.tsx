import { msg } from '@lingui/core/macro'
import { loadReports } from '@/analytics'
import { loadStudio, loadTeam, type StudioRoom } from '@/channel'
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
]

const Studio = lazyScreen<{ rooms: readonly StudioRoom[] }>(loadStudio)

/** `/studio` and everything below it. It loads in its own chunk. */
export default function StudioScreen() {
  return <Studio rooms={STUDIO_ROOMS} />
}
