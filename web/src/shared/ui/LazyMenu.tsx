import type { ReactElement } from 'react'
import { type ComponentModule, lazyComponent } from '../loading/lazyComponent'

/** Return a lazy component for a custom menu. It shows only the button until the viewer opens the menu. */
export const lazyMenu = <Props extends { trigger: ReactElement }>(
  load: () => Promise<ComponentModule<Props>>,
) => lazyComponent(load, { fallback: ({ trigger }) => trigger })

/** The `Menu` component, loaded when the viewer opens it. */
export const LazyMenu = lazyMenu(() => import('./Menu').then(({ Menu }) => ({ default: Menu })))
