import { msg } from '@lingui/core/macro'
import { lazyScreen } from '@/shared/loading/screens'
import type { StudioRoom } from '@/shared/studio/rooms'

export const clipsRoom: StudioRoom = {
  path: 'clips',
  label: msg`Clips`,
  icon: 'cut',
  permission: 'moderate_clips',
  Screen: lazyScreen(() => import('./screens/studio/ModeratedClips')),
}
