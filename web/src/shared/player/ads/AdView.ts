import { focusTargetOf, keyAction } from '../controls/keyboard'
import { createIcon } from '../icon'
import type { Ad } from './ad'
import type { AdTexts } from './texts'
import './ads.css'

export interface AdViewEvents {
  toggle(): void
  mute(): void
  /** By a part of the whole. */
  volume(by: number): void
  visit(): void
  skip(): void
}

/** An ad over the stream's picture, in the same frame: what lies below is out of reach until it leaves. */
export class AdView {
  readonly video = document.createElement('video')
  private readonly root = createElement('div', 'ad-break')
  private readonly announcement = createElement('p', 'sr-only')
  private readonly countdown = createElement('p', 'ad-break__countdown')
  private readonly controlBar = createElement('div', 'ad-break__controls')
  private readonly spinner = createElement('div', 'player__spinner')
  private readonly skipNotice = createElement('span', 'ad-break__skip-notice')
  private readonly progressBar = createElement('div', 'ad-break__progress')
  private readonly coveredElements: HTMLElement[]
  private readonly toggle: HTMLButtonElement
  private readonly mute: HTMLButtonElement
  private readonly skip: HTMLButtonElement
  private readonly fullscreen: HTMLButtonElement
  private readonly abort = new AbortController()

  constructor(
    private readonly frame: HTMLElement,
    private readonly texts: AdTexts,
    private readonly events: AdViewEvents,
  ) {
    this.toggle = this.createButton('pause', texts.pause, events.toggle)
    this.mute = this.createButton('volume', texts.mute, events.mute)
    this.fullscreen = this.createButton('enter-fullscreen', texts.enterFullscreen, () =>
      this.toggleFullscreen(),
    )
    this.skip = createElement('button', 'ad-break__skip')
    this.skip.type = 'button'
    this.skip.textContent = texts.skip
    this.skip.hidden = true
    this.skip.addEventListener('click', events.skip)
    this.coveredElements = [...frame.children].filter(
      child => child instanceof HTMLElement && !child.inert,
    ) as never
    this.build()
    this.coverPlayer()
  }

  /** Somebody hides what looks like an ad; the stream must not wait behind it. */
  get isHidden(): boolean {
    return this.root.checkVisibility?.() === false
  }

  /** The ad is known: its sponsor's site, if it has one. */
  show({ name, clickUrl: visitUrl }: Ad): void {
    if (!visitUrl) return
    const link = createElement('a', 'ad-break__visit')
    link.href = visitUrl
    link.target = '_blank'
    link.rel = 'noopener sponsored'
    link.textContent = this.texts.visit(name)
    const hint = createElement('span', 'sr-only')
    hint.textContent = `, ${this.texts.newTab}`
    link.append(hint, createIcon('external'))
    link.addEventListener('click', this.events.visit)
    this.countdown.after(link)
  }

  /** Its picture moves. */
  handleStart(duration: number): void {
    this.spinner.remove()
    this.progressBar.hidden = false
    this.announce(this.texts.starting(Math.round(duration)))
  }

  /** Seconds: how long it goes on, how long it is in all, and when it may be skipped (null: it may not). */
  tick(left: number, duration: number, skipIn: number | null): void {
    this.countdown.textContent = this.texts.remaining(formatClock(left))
    this.controlBar.style.setProperty('--seen', String(duration > 0 ? 1 - left / duration : 0))
    const waiting = skipIn !== null && skipIn > 0
    this.skipNotice.textContent = waiting ? this.texts.skipIn(Math.ceil(skipIn)) : ''
    if (skipIn === null || waiting || !this.skip.hidden) return
    this.skip.hidden = false
    this.announce(this.texts.canSkip)
  }

  setPaused(paused: boolean): void {
    setIcon(this.toggle, paused ? 'play' : 'pause', paused ? this.texts.play : this.texts.pause)
  }

  setMuted(muted: boolean): void {
    setIcon(this.mute, muted ? 'muted' : 'volume', muted ? this.texts.unmute : this.texts.mute)
  }

  /** Gives the stage back, and the focus to the player if it was here. */
  remove(): void {
    const inside = this.root.contains(document.activeElement)
    this.abort.abort()
    this.video.removeAttribute('src')
    this.video.load()
    for (const child of this.coveredElements) child.inert = false
    if (inside) this.frame.focus({ preventScroll: true })
    this.root.remove()
  }

  private build(): void {
    const { root, video } = this
    root.tabIndex = -1
    root.setAttribute('role', 'region')
    root.setAttribute('aria-label', this.texts.title)
    this.announcement.setAttribute('role', 'status')
    this.announcement.ariaAtomic = 'false'
    this.spinner.setAttribute('role', 'status')
    this.spinner.setAttribute('aria-label', this.texts.loading)
    this.progressBar.hidden = true
    video.addEventListener('click', this.events.toggle)
    video.playsInline = true
    video.preload = 'auto'
    video.disablePictureInPicture = true
    const head = createElement('div', 'ad-break__head')
    head.append(this.countdown)
    const end = createElement('div', 'ad-break__end')
    end.append(this.skipNotice, this.skip)
    this.progressBar.append(
      this.toggle,
      this.mute,
      ...(document.fullscreenEnabled ? [this.fullscreen] : []),
      end,
    )
    root.append(video, head, this.progressBar, this.controlBar, this.spinner, this.announcement)
    root.addEventListener('keydown', event => this.handleKey(event))
    const { signal } = this.abort
    document.addEventListener('fullscreenchange', () => this.updateFullscreen(), { signal })
    this.updateFullscreen()
  }

  private coverPlayer(): void {
    const inside = this.frame.contains(document.activeElement)
    for (const child of this.coveredElements) child.inert = true
    this.frame.append(this.root)
    if (inside) this.root.focus({ preventScroll: true })
  }

  /** The player's keys, for the ad; those that have no use here must not reach the stream below. */
  private handleKey(event: KeyboardEvent): void {
    event.stopPropagation()
    const action = keyAction(event, focusTargetOf(document.activeElement))
    if (!action) return
    event.preventDefault()
    if (action.type === 'toggle') this.events.toggle()
    else if (action.type === 'mute') this.events.mute()
    else if (action.type === 'volume') this.events.volume(action.by)
    else if (action.type === 'fullscreen') this.toggleFullscreen()
  }

  private toggleFullscreen(): void {
    const done = document.fullscreenElement ? document.exitFullscreen() : this.frame.requestFullscreen()
    void done.catch(() => undefined) // the browser would not
  }

  private updateFullscreen(): void {
    const { enterFullscreen, exitFullscreen } = this.texts
    const full = document.fullscreenElement !== null
    setIcon(
      this.fullscreen,
      full ? 'exit-fullscreen' : 'enter-fullscreen',
      full ? exitFullscreen : enterFullscreen,
    )
  }

  /** After what was said before: two sentences may come at once, and both are to be heard. */
  private announce(sentence: string): void {
    const said = document.createElement('span')
    said.textContent = `${sentence} `
    this.announcement.append(said)
  }

  private createButton(name: string, label: string, press: () => void): HTMLButtonElement {
    const made = createElement('button', 'ad-break__button')
    made.type = 'button'
    setIcon(made, name, label)
    made.addEventListener('click', press)
    return made
  }
}

function createElement<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  className: string,
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name)
  made.className = className
  return made
}

function setIcon(button: HTMLButtonElement, name: string, label: string): void {
  button.setAttribute('aria-label', label)
  button.replaceChildren(createIcon(name))
}

const formatClock = (seconds: number) => {
  const whole = Math.max(0, Math.ceil(seconds))
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}
