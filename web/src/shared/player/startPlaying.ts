/**
 * Start playback, without sound if the browser requires that. Resolve to false if playback did not start; the
 * viewer must then press play.
 */
export async function startPlaying(video: HTMLVideoElement): Promise<boolean> {
  try {
    await video.play()
    return true
  } catch (error) {
    // A new load also interrupts `play`. Do not mute then: Plyr would store the muted state for the next visit.
    if (!(error instanceof DOMException && error.name === 'NotAllowedError')) return false
    video.muted = true
    return video.play().then(
      () => true,
      () => false,
    )
  }
}
