import { msg } from '@lingui/core/macro'
import { lazyComponent } from '@/shared/loading/lazyComponent'
import { lazyScreen } from '@/shared/loading/screens'
import type { StudioRoom } from '@/shared/studio/rooms'

export const todayRoom: StudioRoom = {
  path: 'today',
  label: msg`Today`,
  icon: 'grid',
  permission: null,
  Screen: lazyScreen(() => import('./screens/studio/Today')),
}
export const scheduleRoom: StudioRoom = {
  path: 'schedule',
  label: msg`Schedule`,
  icon: 'cal',
  permission: 'edit_content',
  Screen: lazyScreen(() => import('./screens/studio/Schedule')),
}
export const contentRoom: StudioRoom = {
  path: 'content',
  label: msg`Content`,
  icon: 'list',
  permission: 'edit_content',
  Screen: lazyScreen(() => import('./screens/studio/Content')),
}
export const brandRoom: StudioRoom = {
  path: 'brand',
  label: msg`Home page and brand`,
  icon: 'edit',
  permission: 'manage_settings',
  Screen: lazyScreen(() => import('./screens/studio/Brand')),
}
export const restreamRoom: StudioRoom = {
  path: 'restream',
  label: msg`Restream`,
  icon: 'cast',
  permission: 'manage_integrations',
  Screen: lazyScreen(() => import('./screens/studio/Restream')),
}

export const rehearsalRoom: StudioRoom = {
  path: 'rehearsal',
  label: msg`Rehearsal`,
  icon: 'tv',
  permission: 'manage_live',
  Screen: lazyScreen(() => import('./screens/studio/Rehearsal')),
}

/** The name of a field of the document, for the slot `fieldName`. */
export const FieldName = lazyComponent(() => import('./components/studio/FieldName'))
