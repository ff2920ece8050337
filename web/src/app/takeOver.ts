import { soon } from './soon'

/** A screen that still waits for its lists then is shown as it is. */
const LONGEST_MS = 1_500
const LOOK_MS = 32
const WAITS = '[aria-busy="true"]'

/**
 * Takes the server's first picture away once the app stands where it stood: nothing that is seen waits for an
 * answer, and the channel's faces are there.
 *
 * Until then the app is there for nobody. It is laid out where it will stand, and is not `visibility: hidden`: that is
 * inherited, and to be shown then every style of the page would be worked out anew.
 */
export function takeOver(first: Element, root: HTMLElement): void {
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
    const stands = isWhole(root)
    // Counted from when there is something: on a slow line that is seconds behind the first picture.
    if (root.firstChild) until = Math.min(until, performance.now() + LONGEST_MS)
    if ((stands && stood) || performance.now() > until) return changePlaces()
    stood = stands
    soon(look, LOOK_MS)
  }
  look()
}

function isWhole(root: Element): boolean {
  const isSeen = (element: Element) => element.getBoundingClientRect().top < innerHeight
  return (
    root.firstChild !== null &&
    document.fonts.status === 'loaded' &&
    ![...root.querySelectorAll(WAITS)].some(isSeen) &&
    [...root.querySelectorAll<HTMLImageElement>('img:not([loading="lazy"])')].every(image => image.complete)
  )
}
