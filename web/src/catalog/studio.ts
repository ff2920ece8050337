import { msg } from '@lingui/core/macro'
import { lazyScreen } from '@/shared/loading/screens'
import type { StudioRoom } from '@/shared/studio/rooms'

export const contentRoom: StudioRoom = {
  path: 'content',
  label: msg`Content`,
  icon: 'list',
  permission: 'edit_content',
  Screen: lazyScreen(() => import('./screens/studio/Content')),
}
