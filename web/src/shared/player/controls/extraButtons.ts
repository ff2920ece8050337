import type Plyr from 'plyr'
import { createIcon } from '../icon'
import type { PlayerTexts } from '../texts'

export function createButton(name: string, label: string, press: () => void): HTMLButtonElement {
  const made = document.createElement('button')
  made.type = 'button'
  made.className = `plyr__controls__item plyr__control plyr__${name}`
  made.setAttribute('aria-label', label)
  made.addEventListener('click', press)
  return made
}

export function insertBefore(plyr: Plyr, selector: string, made: HTMLElement): void {
  const controls = plyr.elements.controls
  controls?.insertBefore(made, controls.querySelector(selector))
}

/** Theatre mode belongs to the page; the button only asks for it. */
export function addTheaterButton(plyr: Plyr, texts: PlayerTexts, toggle: () => void): HTMLButtonElement {
  const made = createButton('theater', texts.theater, toggle)
  made.append(createIcon('theatre'))
  insertBefore(plyr, '[data-plyr="fullscreen"]', made)
  return made
}

/** Casting, where the browser has a screen to cast to (Remote Playback API). */
export function addCastButton(plyr: Plyr, texts: PlayerTexts, video: HTMLVideoElement): void {
  if (!('remote' in video) || plyr.elements.buttons.airplay) return
  const made = createButton('cast', texts.cast, () => void video.remote.prompt().catch(() => undefined)) // closed without a choice
  made.append(createIcon('cast'))
  made.hidden = true
  insertBefore(plyr, '[data-plyr="fullscreen"]', made)
  video.remote
    .watchAvailability(there => {
      made.hidden = !there
    })
    .catch(() => made.remove()) // this browser cannot tell
}

/** Pushes what follows to the right end of the bar. */
export function addSpacer(plyr: Plyr): void {
  const spacer = document.createElement('span')
  spacer.className = 'plyr__spacer'
  const last = plyr.elements.controls?.querySelectorAll('.plyr__time') ?? []
  last[last.length - 1]?.after(spacer)
}
