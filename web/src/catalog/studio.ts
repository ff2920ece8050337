import { msg } from '@lingui/core/macro'
import { lazyScreen } from '@/shared/loading/screens'
import type { StudioRoom } from '@/shared/studio/rooms'

export const scheduleRoom: StudioRoom = {
  path: 'schedule',
  label: msg`Schedule`,
  icon: 'cal',
  permission: 'edit_content',
  Screen: lazyScreen(() => import('./screens/studio/Schedule')),
}
