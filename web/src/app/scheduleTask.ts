/**
 * Call a function in a separate task, after a timer or two frames, whichever comes first. An invisible page has no
 * frames. Chromium 156 sometimes drops a timer of a page that has just loaded, which left the first paint in front of
 * the app.
 */
export function scheduleTask(callback: () => void, milliseconds = 0): void {
  let isPending = true
  const runOnce = () => {
    if (isPending) callback()
    isPending = false
  }
  setTimeout(runOnce, milliseconds)
  requestAnimationFrame(() => requestAnimationFrame(runOnce))
}
