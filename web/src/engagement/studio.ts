import { msg } from '@lingui/core/macro'
import { lazyComponent } from '@/shared/loading/lazyComponent'
import { lazyScreen } from '@/shared/loading/screens'
import type { StudioRoom } from '@/shared/studio/rooms'

export const requestsRoom: StudioRoom = {
  path: 'requests',
  label: msg`Requests`,
  icon: 'mail',
  permission: 'manage_requests',
  Screen: lazyScreen(() => import('./screens/studio/Requests')),
}

/** The preview of a form, for the slot `formPreview`. */
export const FormPreview = lazyComponent(() => import('./components/studio/FormPreview'))
