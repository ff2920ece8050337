import { msg } from '@lingui/core/macro'
import { lazyScreen } from '@/shared/loading/screens'
import type { StudioRoom } from '@/shared/studio/rooms'

export const scheduleImportRoom: StudioRoom = {
  path: 'schedule/import',
  label: msg`Import`,
  icon: 'download',
  permission: 'edit_content',
  Screen: lazyScreen(() => import('./screens/studio/ScheduleImport')),
}
