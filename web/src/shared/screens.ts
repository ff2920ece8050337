import { type ComponentType, createElement, lazy, useState } from 'react'
import { inTime } from './inTime'
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

type Loaded = { default: ComponentType }

interface Options extends Pick<ScreenRoute, 'bare' | 'forget'> {
  /** Its words come with the start: the screen that most visits begin with. */
  first?: boolean
}

/**
 * A screen that is loaded, and its words with it, when somebody goes there; given up after 120 s.
 *
 * One that is there already is shown at once. React's `lazy` alone would show the fallback first and
 * the screen up to 300 ms later, by a timer; where that was lost, a fresh page stayed empty.
 */
export function screen(
  path: string,
  load: () => Promise<Loaded>,
  { first = false, ...options }: Options = {},
): ScreenRoute {
  let loading: Promise<Loaded> | null = null
  let there: ComponentType | null = null
  const loadOnce = () => {
    loading ??= inTime(Promise.all([load(), first || speakWhole()])).then(([loaded]) => {
      there = loaded.default
      return loaded
    })
    return loading
  }
  const Later = lazy(loadOnce)
  // Kept in a state: a screen that is shown must not become another component.
  const Screen = () => createElement(useState<ComponentType>(() => there ?? Later)[0])
  // What fails ahead of time fails again, and aloud, when the screen is shown.
  const nothing = () => undefined
  return { path, Screen, preload: () => loadOnce().then(nothing, nothing), ...options }
}
