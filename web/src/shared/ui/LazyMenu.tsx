import type { ReactElement } from 'react'
import { type ComponentModule, lazyComponent } from '../loading/lazyComponent'

/** A menu of one's own that comes when somebody opens it: its button until then. */
export const lazyMenu = <Props extends { trigger: ReactElement }>(
  load: () => Promise<ComponentModule<Props>>,
) => lazyComponent(load, { fallback: ({ trigger }) => trigger })

/** `Menu`, when somebody opens it. */
export const LazyMenu = lazyMenu(() => import('./Menu').then(({ Menu }) => ({ default: Menu })))
