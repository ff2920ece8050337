import { scheduleTask } from './scheduleTask'

/** Longest wait for the lists of a screen, in milliseconds. */
const MAX_WAIT_MS = 1_500
const POLL_MS = 32
const BUSY_SELECTOR = '[aria-busy="true"]'

/**
 * Remove the server's first paint when the app is complete at the same place: no visible part is loading, and the
 * channel's fonts have loaded.
 *
 * Until then, the app is invisible and hidden from screen readers. It has its final layout. `visibility: hidden` is
 * not used: it is inherited, so showing the app would recalculate all styles of the page.
 */
export function replaceFirstPaint(firstPaint: Element, root: HTMLElement): void {
  root.style.opacity = '0'
  root.ariaHidden = 'true'
  const showApp = () => {
    firstPaint.remove()
    root.style.opacity = ''
    root.ariaHidden = null
  }
  let deadline = Number.POSITIVE_INFINITY
  // A screen requests its lists after its first render. It must be complete in two checks in a row.
  let wasComplete = false
  const check = () => {
    const complete = isComplete(root)
    // The time limit starts when the app has content. On a slow connection that is seconds after the first paint.
    if (root.firstChild) deadline = Math.min(deadline, performance.now() + MAX_WAIT_MS)
    if ((complete && wasComplete) || performance.now() > deadline) return showApp()
    wasComplete = complete
    scheduleTask(check, POLL_MS)
  }
  check()
}

function isComplete(root: Element): boolean {
  const isInViewport = (element: Element) => element.getBoundingClientRect().top < innerHeight
  return (
    root.firstChild !== null &&
    document.fonts.status === 'loaded' &&
    ![...root.querySelectorAll(BUSY_SELECTOR)].some(isInViewport) &&
    [...root.querySelectorAll<HTMLImageElement>('img:not([loading="lazy"])')].every(image => image.complete)
  )
}
