import { scheduleTask } from './scheduleTask'

/** A screen that still waits for its lists then is shown as it is. */
const MAX_WAIT_MS = 1_500
const POLL_MS = 32
const BUSY_SELECTOR = '[aria-busy="true"]'

/**
 * Takes the server's first picture away once the app stands where it stood: nothing that is seen waits for an
 * answer, and the channel's faces are there.
 *
 * Until then the app is there for nobody. It is laid out where it will stand, and is not `visibility: hidden`: that is
 * inherited, and to be shown then every style of the page would be worked out anew.
 */
export function replaceFirstPaint(first: Element, root: HTMLElement): void {
  root.style.opacity = '0'
  root.ariaHidden = 'true'
  const changePlaces = () => {
    first.remove()
    root.style.opacity = ''
    root.ariaHidden = null
  }
  let until = Number.POSITIVE_INFINITY
  // A screen asks for its lists once it has been drawn: it stands where it stood at the look before as well.
  let stood = false
  const look = () => {
    const stands = isComplete(root)
    // Counted from when there is something: on a slow line that is seconds behind the first picture.
    if (root.firstChild) until = Math.min(until, performance.now() + MAX_WAIT_MS)
    if ((stands && stood) || performance.now() > until) return changePlaces()
    stood = stands
    scheduleTask(look, POLL_MS)
  }
  look()
}

function isComplete(root: Element): boolean {
  const isSeen = (element: Element) => element.getBoundingClientRect().top < innerHeight
  return (
    root.firstChild !== null &&
    document.fonts.status === 'loaded' &&
    ![...root.querySelectorAll(BUSY_SELECTOR)].some(isSeen) &&
    [...root.querySelectorAll<HTMLImageElement>('img:not([loading="lazy"])')].every(image => image.complete)
  )
}
