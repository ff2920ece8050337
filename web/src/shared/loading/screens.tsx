import type { ComponentType } from 'react'
import { loadAllMessages } from '../messages'
import { type ComponentModule, lazyComponent } from './lazyComponent'

/** One address of the site and what stands there. */
export interface ScreenRoute {
  /** As React Router matches it: `/watch/:id`. */
  path: string
  Screen: ComponentType
  /** Loads the screen before it is shown; done as soon as it is there, or will not come. */
  preload: () => Promise<void>
  /** Without header and footer, as an embedded player stands in another site's page. */
  isBare?: boolean
  /** Never remembered as the last visited page: auth and error pages. */
  isUnrecorded?: boolean
}

interface ScreenOptions extends Pick<ScreenRoute, 'isBare' | 'isUnrecorded'> {
  /** Its words come with the start: the screen that most visits begin with. */
  isFirst?: boolean
}

/** As tall as a window, so that the footer does not jump up while a screen is on its way. */
const ScreenPlaceholder = () => <div className="main__placeholder" aria-busy="true" />

/** What fills a page: waited for in its place; the page apologises where it does not come. */
export const lazyScreen = (load: () => Promise<ComponentModule<object>>) =>
  lazyComponent(load, { fallback: ScreenPlaceholder, rethrow: true })

/** A screen that is loaded, and its words with it, when somebody goes there. */
export function screen(
  path: string,
  load: () => Promise<ComponentModule<object>>,
  { isFirst: first = false, ...options }: ScreenOptions = {},
): ScreenRoute {
  const Screen = lazyScreen(() =>
    Promise.all([load(), first || loadAllMessages()]).then(([loaded]) => loaded),
  )
  return { path, Screen, preload: Screen.preload, ...options }
}
