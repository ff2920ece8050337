/**
 * Starts by itself; where the browser only allows it without sound, then without. Answers whether it
 * plays: where not, the viewer presses play.
 */
export async function startPlaying(video: HTMLVideoElement): Promise<boolean> {
  try {
    await video.play()
    return true
  } catch (error) {
    // A load that came between is no refusal, and Plyr would remember the silence for the next visit.
    if (!(error instanceof DOMException && error.name === 'NotAllowedError')) return false
    video.muted = true
    return video.play().then(
      () => true,
      () => false,
    )
  }
}
