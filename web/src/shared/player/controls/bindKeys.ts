import type Plyr from 'plyr'
import { focusTargetOf, type KeyAction, keyAction } from './keyboard'

/** Return whether the video has captions. Plyr throws an error when it toggles captions without a track. */
const hasCaptions = (video: HTMLVideoElement) =>
  Array.from(video.textTracks).some(({ kind }) => kind === 'subtitles' || kind === 'captions')

function performAction(
  plyr: Plyr,
  video: HTMLVideoElement,
  action: KeyAction,
  toggleTheater: (() => void) | null,
): void {
  switch (action.type) {
    case 'toggle':
      void plyr.togglePlay()
      break
    case 'mute':
      plyr.muted = !plyr.muted
      break
    case 'captions':
      if (hasCaptions(video)) plyr.toggleCaptions()
      break
    case 'fullscreen':
      plyr.fullscreen.toggle()
      break
    case 'theater':
      toggleTheater?.()
      break
    case 'skip':
      plyr.currentTime = Math.max(0, plyr.currentTime + action.by)
      break
    case 'volume':
      plyr.increaseVolume(action.by)
      break
    case 'part':
      plyr.currentTime = (plyr.duration / 10) * action.tenths
      break
  }
}

/**
 * Bind the keys of the player. They work while the focus is in the player (WCAG 2.1.4: single keys must not act
 * page-wide). A click on the video or on play moves the focus there.
 */
export function bindKeys(plyr: Plyr, video: HTMLVideoElement, toggleTheater: (() => void) | null): void {
  const { container } = plyr.elements
  if (container) container.tabIndex = -1
  // The large play button disappears when playback starts. Move the focus, so that the keys still work.
  container
    ?.querySelector('.plyr__control--overlaid')
    ?.addEventListener('click', () => container.focus({ preventScroll: true }))
  container?.addEventListener('keydown', event => {
    const action = keyAction(event, focusTargetOf(document.activeElement))
    if (!action) return
    event.preventDefault()
    performAction(plyr, video, action, toggleTheater)
  })
}
