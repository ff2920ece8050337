import type Plyr from 'plyr'
import { createIcon } from '../icon'
import type { PlayerTexts } from '../texts'

export function createButton(name: string, label: string, onClick: () => void): HTMLButtonElement {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = `plyr__controls__item plyr__control plyr__${name}`
  button.setAttribute('aria-label', label)
  button.addEventListener('click', onClick)
  return button
}

export function insertBefore(plyr: Plyr, selector: string, element: HTMLElement): void {
  const controls = plyr.elements.controls
  controls?.insertBefore(element, controls.querySelector(selector))
}

/** Add the theater mode button. The page owns the mode; the button only requests it. */
export function addTheaterButton(plyr: Plyr, texts: PlayerTexts, toggle: () => void): HTMLButtonElement {
  const button = createButton('theater', texts.theater, toggle)
  button.append(createIcon('theater'))
  insertBefore(plyr, '[data-plyr="fullscreen"]', button)
  return button
}

/** Add the cast button. It is visible when the browser finds a device (Remote Playback API). */
export function addCastButton(plyr: Plyr, texts: PlayerTexts, video: HTMLVideoElement): void {
  if (!('remote' in video) || plyr.elements.buttons.airplay) return
  // The prompt rejects when the viewer closes it without a choice.
  const button = createButton('cast', texts.cast, () => void video.remote.prompt().catch(() => undefined))
  button.append(createIcon('cast'))
  button.hidden = true
  insertBefore(plyr, '[data-plyr="fullscreen"]', button)
  video.remote
    .watchAvailability(isAvailable => {
      button.hidden = !isAvailable
    })
    .catch(() => button.remove()) // this browser does not report availability
}

/** Add the button that starts Google Cast. */
export function addGoogleCastButton(plyr: Plyr, texts: PlayerTexts, start: () => void): void {
  const button = createButton('cast', texts.cast, start)
  button.append(createIcon('cast'))
  insertBefore(plyr, '[data-plyr="fullscreen"]', button)
}

/** Add a spacer that moves the later controls to the right end of the bar. */
export function addSpacer(plyr: Plyr): void {
  const spacer = document.createElement('span')
  spacer.className = 'plyr__spacer'
  const times = plyr.elements.controls?.querySelectorAll('.plyr__time') ?? []
  times[times.length - 1]?.after(spacer)
}
