import { type ComponentType, lazy } from 'react'
import { CHUNK_LOAD_TIMEOUT_MS } from './constants'

/** One address of the site and what stands there. */
export interface ScreenRoute {
  /** As React Router matches it: `/watch/:id`. */
  path: string
  Screen: ComponentType
  /** Begins to load the screen before it is shown. */
  preload: () => void
  /** Without header and footer, as an embedded player stands in another site's page. */
  bare?: boolean
  /** Never remembered as the last visited page: auth and error pages. */
  forget?: boolean
}

type Loaded = { default: ComponentType }

/** A screen that is loaded when somebody goes there; given up after 120 s. */
export function screen(
  path: string,
  load: () => Promise<Loaded>,
  options: Pick<ScreenRoute, 'bare' | 'forget'> = {},
): ScreenRoute {
  let loading: Promise<Loaded> | null = null
  const loadOnce = () => {
    loading ??= inTime(load())
    return loading
  }
  // What fails ahead of time fails again, and aloud, when the screen is shown.
  return { path, Screen: lazy(loadOnce), preload: () => void loadOnce().catch(() => undefined), ...options }
}

/** A chunk that does not come in time fails, so that the page can say so instead of waiting for ever. */
export function inTime<T>(loading: Promise<T>, milliseconds = CHUNK_LOAD_TIMEOUT_MS): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new ChunkTimeout()), milliseconds)
    loading.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

export class ChunkTimeout extends Error {
  override readonly name = 'ChunkTimeout'

  constructor() {
    super('A part of the page did not load in time')
  }
}
