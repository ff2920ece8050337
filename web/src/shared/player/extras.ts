import type Plyr from 'plyr'
import sprite from './icons.svg?url'
import type { Stream } from './stream'
import type { PlayerTexts } from './texts'

const SVG = 'http://www.w3.org/2000/svg'
/** Closer to the edge than this, a viewer is live. */
const LIVE_SECONDS = 8

function icon(name: string): SVGElement {
  const svg = document.createElementNS(SVG, 'svg')
  svg.setAttribute('aria-hidden', 'true')
  const use = document.createElementNS(SVG, 'use')
  use.setAttribute('href', `${sprite}#plyr-${name}`)
  svg.append(use)
  return svg
}

function button(name: string, label: string, press: () => void): HTMLButtonElement {
  const made = document.createElement('button')
  made.type = 'button'
  made.className = `plyr__controls__item plyr__control plyr__${name}`
  made.setAttribute('aria-label', label)
  made.addEventListener('click', press)
  return made
}

function before(plyr: Plyr, selector: string, made: HTMLElement): void {
  const controls = plyr.elements.controls
  controls?.insertBefore(made, controls.querySelector(selector))
}

/** The live button; it lights while the viewer is at the edge of the game. */
export function addLive(plyr: Plyr, stream: Stream, texts: PlayerTexts, video: HTMLVideoElement): void {
  const made = button('live', texts.goLive, () => {
    const edge = stream.edge()
    if (edge !== null) video.currentTime = edge
    void video.play().catch(() => undefined) // the browser wants a press on play first
  })
  made.textContent = texts.live
  before(plyr, '.plyr__time--current', made)
  video.addEventListener('timeupdate', () => {
    const edge = stream.edge()
    made.classList.toggle('plyr__live--behind', edge !== null && edge - video.currentTime > LIVE_SECONDS)
  })
}

/** Theatre mode belongs to the page; the button only asks for it. */
export function addTheatre(plyr: Plyr, texts: PlayerTexts, toggle: () => void): HTMLButtonElement {
  const made = button('theatre', texts.theatre, toggle)
  made.append(icon('theatre'))
  before(plyr, '[data-plyr="fullscreen"]', made)
  return made
}

/** Casting, where the browser has a screen to cast to (Remote Playback API). */
export function addCast(plyr: Plyr, texts: PlayerTexts, video: HTMLVideoElement): void {
  if (!('remote' in video) || plyr.elements.buttons.airplay) return
  const made = button('cast', texts.cast, () => void video.remote.prompt().catch(() => undefined)) // closed without a choice
  made.append(icon('cast'))
  made.hidden = true
  before(plyr, '[data-plyr="fullscreen"]', made)
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
