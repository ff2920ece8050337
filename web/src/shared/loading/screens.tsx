import type { ComponentType } from 'react'
import { loadAllMessages } from '../messages'
import { type ComponentModule, lazyComponent } from './lazyComponent'

/** A route of the site and its screen. */
export interface ScreenRoute {
  /** Path pattern of React Router: `/watch/:id`. */
  path: string
  Screen: ComponentType
  /** Load the screen before it renders. The promise resolves when the screen has loaded or failed. */
  preload: () => Promise<void>
  /** Without header and footer, for a player that is embedded in another site. */
  isBare?: boolean
  /** Never recorded as the last visited page, such as login and error pages. */
  isUnrecorded?: boolean
  /** Whether the screen itself says that the browser is offline. */
  hasOwnOfflineNotice?: boolean
  /** Whether the path has a secret, so that no analytics event may contain it. */
  isSecret?: boolean
}

interface ScreenOptions
  extends Pick<ScreenRoute, 'isBare' | 'isUnrecorded' | 'hasOwnOfflineNotice' | 'isSecret'> {
  /** Whether the start bundle includes the screen's messages. True for the screen that most visits start with. */
  isFirst?: boolean
}

/** A placeholder as tall as the window, so that the footer does not jump while a screen loads. */
const ScreenPlaceholder = () => <div className="main__placeholder" aria-busy="true" />

/** Return a lazy component that fills a page. It shows a placeholder while it loads, and an error page if it fails. */
export const lazyScreen = <Props extends object>(load: () => Promise<ComponentModule<Props>>) =>
  lazyComponent(load, { fallback: ScreenPlaceholder, rethrow: true })

/** Return a route whose screen and messages load when a viewer opens it. */
export function screen(
  path: string,
  load: () => Promise<ComponentModule<object>>,
  { isFirst = false, ...options }: ScreenOptions = {},
): ScreenRoute {
  const Screen = lazyScreen(() =>
    Promise.all([load(), isFirst || loadAllMessages()]).then(([loaded]) => loaded),
  )
  return { path, Screen, preload: Screen.preload, ...options }
}
