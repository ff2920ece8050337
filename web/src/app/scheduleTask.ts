/**
 * Calls `then` in a task of its own, by whichever of the browser's two clocks ticks first: a page that nobody sees has
 * no frames, and Chromium 156 was seen to lose a timer of a page that had just been loaded, which left the server's
 * picture in front of the app for good.
 */
export function scheduleTask(then: () => void, milliseconds = 0): void {
  let waits = true
  const once = () => {
    if (waits) then()
    waits = false
  }
  setTimeout(once, milliseconds)
  requestAnimationFrame(() => requestAnimationFrame(once))
}
