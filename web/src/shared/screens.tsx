import type { ComponentType } from 'react'
import { type Loaded, late } from './late'
import { speakWhole } from './messages'

/** One address of the site and what stands there. */
export interface ScreenRoute {
  /** As React Router matches it: `/watch/:id`. */
  path: string
  Screen: ComponentType
  /** Loads the screen before it is shown; done as soon as it is there, or will not come. */
  preload: () => Promise<void>
  /** Without header and footer, as an embedded player stands in another site's page. */
  bare?: boolean
  /** Never remembered as the last visited page: auth and error pages. */
  forget?: boolean
}

interface Options extends Pick<ScreenRoute, 'bare' | 'forget'> {
  /** Its words come with the start: the screen that most visits begin with. */
  first?: boolean
}

/** As tall as a window, so that the footer does not jump up while a screen is on its way. */
const waits = () => <div className="main__wait" aria-busy="true" />

/** What fills a page: waited for in its place; the page apologises where it does not come. */
export const lateScreen = (load: () => Promise<Loaded<object>>) => late(load, { instead: waits, aloud: true })

/** A screen that is loaded, and its words with it, when somebody goes there. */
export function screen(
  path: string,
  load: () => Promise<Loaded<object>>,
  { first = false, ...options }: Options = {},
): ScreenRoute {
  const Screen = lateScreen(() => Promise.all([load(), first || speakWhole()]).then(([loaded]) => loaded))
  return { path, Screen, preload: Screen.ahead, ...options }
}
