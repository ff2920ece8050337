/** A screen that still waits for its lists then is shown as it is. */
const LONGEST_MS = 1_500
const LOOK_MS = 32
const WAITS = '[aria-busy="true"]'

/**
 * Takes the server's first picture away once the app stands where it stood: nothing that is seen waits for an
 * answer, and the channel's faces are there.
 */
export function takeOver(first: Element, root: Element): void {
  const until = performance.now() + LONGEST_MS
  // A screen asks for its lists once it has been drawn: it stands where it stood at the look before as well.
  let stood = false
  const look = () => {
    const stands = isWhole(root)
    if ((stands && stood) || (root.firstChild && performance.now() > until)) return first.remove()
    stood = stands
    setTimeout(look, LOOK_MS)
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
