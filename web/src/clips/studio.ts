import { msg } from '@lingui/core/macro'
import { lazyComponent } from '@/shared/loading/lazyComponent'
import { lazyScreen } from '@/shared/loading/screens'
import type { StudioRoom } from '@/shared/studio/rooms'

export const clipsRoom: StudioRoom = {
  path: 'clips',
  label: msg`Clips`,
  icon: 'cut',
  permission: 'moderate_clips',
  Screen: lazyScreen(() => import('./screens/studio/ModeratedClips')),
}

/** The highlights of an event, for its page in the studio. Only moderators of clips see them. */
export const EventHighlights = lazyComponent(() => import('./components/studio/EventHighlights'))
