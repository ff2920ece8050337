import type Plyr from 'plyr'
import { focusTargetOf, type KeyAction, keyAction } from './keyboard'

/** Plyr fails where it is asked to toggle captions that are not there. */
const hasCaptions = (video: HTMLVideoElement) =>
  Array.from(video.textTracks).some(({ kind }) => kind === 'subtitles' || kind === 'captions')

function performAction(
  plyr: Plyr,
  video: HTMLVideoElement,
  action: KeyAction,
  theatre: (() => void) | null,
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
    case 'theatre':
      theatre?.()
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
 * Keys work while the focus is in the player (WCAG 2.1.4: single keys must not act page-wide), which
 * a click on the picture or on play brings about.
 */
export function bindKeys(plyr: Plyr, video: HTMLVideoElement, theatre: (() => void) | null): void {
  const { container } = plyr.elements
  if (container) container.tabIndex = -1
  // The large play button leaves when the picture moves; the keys go on working.
  container
    ?.querySelector('.plyr__control--overlaid')
    ?.addEventListener('click', () => container.focus({ preventScroll: true }))
  container?.addEventListener('keydown', event => {
    const action = keyAction(event, focusTargetOf(document.activeElement))
    if (!action) return
    event.preventDefault()
    performAction(plyr, video, action, theatre)
  })
}
