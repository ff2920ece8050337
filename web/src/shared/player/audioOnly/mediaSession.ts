const SEEK_SECONDS = 10

/**
 * Let the buttons of the lock screen and of headsets seek. `seekBy` moves by a number of seconds, within what can be
 * watched. Return a function that ends this. The system itself offers play and pause.
 */
export function handleMediaSession(seekBy: (seconds: number) => void): () => void {
  if (!('mediaSession' in navigator)) return () => undefined
  const { mediaSession } = navigator
  mediaSession.setActionHandler?.('seekbackward', ({ seekOffset }) => seekBy(-(seekOffset ?? SEEK_SECONDS)))
  mediaSession.setActionHandler?.('seekforward', ({ seekOffset }) => seekBy(seekOffset ?? SEEK_SECONDS))
  return () => {
    mediaSession.setActionHandler?.('seekbackward', null)
    mediaSession.setActionHandler?.('seekforward', null)
  }
}
