const SEEK_SECONDS = 10

/**
 * Describe the video to the system, which shows it on the lock screen and for media keys. Return a function that
 * removes the description.
 */
export function showMediaSession(
  video: HTMLVideoElement,
  { title, poster }: { title: string; poster: string | null },
): () => void {
  if (!('mediaSession' in navigator) || typeof MediaMetadata === 'undefined') return () => undefined
  const { mediaSession } = navigator
  const artwork = poster ? [{ src: new URL(poster, document.baseURI).href }] : []
  mediaSession.metadata = new MediaMetadata({ title, artwork })
  const seekBy = (seconds: number) => {
    video.currentTime += seconds
  }
  mediaSession.setActionHandler('seekbackward', ({ seekOffset }) => seekBy(-(seekOffset ?? SEEK_SECONDS)))
  mediaSession.setActionHandler('seekforward', ({ seekOffset }) => seekBy(seekOffset ?? SEEK_SECONDS))
  return () => {
    mediaSession.metadata = null
    mediaSession.setActionHandler('seekbackward', null)
    mediaSession.setActionHandler('seekforward', null)
  }
}
