import type { ReactElement } from 'react'
import { type Loaded, late } from '../late'

/** A menu of one's own that comes when somebody opens it: its button until then. */
export const lateMenu = <Facts extends { trigger: ReactElement }>(load: () => Promise<Loaded<Facts>>) =>
  late(load, { instead: ({ trigger }) => trigger })

/** `Menu`, when somebody opens it. */
export const LateMenu = lateMenu(() => import('./Menu').then(({ Menu }) => ({ default: Menu })))
