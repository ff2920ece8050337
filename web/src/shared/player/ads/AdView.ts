import { focusTargetOf, keyAction } from '../controls/keyboard'
import { createIcon } from '../icon'
import type { Ad } from './ad'
import type { AdTexts } from './texts'
import './ads.css'

export interface AdViewEvents {
  toggle(): void
  mute(): void
  /** Changes the volume by a share of the maximum. */
  volume(by: number): void
  visit(): void
  skip(): void
}

/** The view of an ad. It covers the player in the same frame and makes it inert until the ad ends. */
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

  /** Whether an ad blocker hides the view. The stream must not wait for a hidden ad. */
  get isHidden(): boolean {
    return this.root.checkVisibility?.() === false
  }

  /** Show the link to the sponsor's site, if the ad has one. */
  show({ name, clickUrl }: Ad): void {
    if (!clickUrl) return
    const link = createElement('a', 'ad-break__visit')
    link.href = clickUrl
    link.target = '_blank'
    link.rel = 'noopener sponsored'
    link.textContent = this.texts.visit(name)
    const hint = createElement('span', 'sr-only')
    hint.textContent = `, ${this.texts.newTab}`
    link.append(hint, createIcon('external'))
    link.addEventListener('click', this.events.visit)
    this.countdown.after(link)
  }

  /** Show the controls when the ad starts. */
  handleStart(duration: number): void {
    this.spinner.remove()
    this.progressBar.hidden = false
    this.announce(this.texts.starting(Math.round(duration)))
  }

  /** Update the countdown. All values are seconds; `skipIn` is null when the ad has no skip button. */
  tick(remaining: number, duration: number, skipIn: number | null): void {
    this.countdown.textContent = this.texts.remaining(formatClock(remaining))
    this.controlBar.style.setProperty('--seen', String(duration > 0 ? 1 - remaining / duration : 0))
    const isWaiting = skipIn !== null && skipIn > 0
    this.skipNotice.textContent = isWaiting ? this.texts.skipIn(Math.ceil(skipIn)) : ''
    if (skipIn === null || isWaiting || !this.skip.hidden) return
    this.skip.hidden = false
    this.announce(this.texts.canSkip)
  }

  setPaused(paused: boolean): void {
    setIcon(this.toggle, paused ? 'play' : 'pause', paused ? this.texts.play : this.texts.pause)
  }

  setMuted(muted: boolean): void {
    setIcon(this.mute, muted ? 'muted' : 'volume', muted ? this.texts.unmute : this.texts.mute)
  }

  /** Remove the ad. Return the focus to the player if the ad had it. */
  remove(): void {
    const hasFocus = this.root.contains(document.activeElement)
    this.abort.abort()
    this.video.removeAttribute('src')
    this.video.load()
    for (const child of this.coveredElements) child.inert = false
    if (hasFocus) this.frame.focus({ preventScroll: true })
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
    const hasFocus = this.frame.contains(document.activeElement)
    for (const child of this.coveredElements) child.inert = true
    this.frame.append(this.root)
    if (hasFocus) this.root.focus({ preventScroll: true })
  }

  /** Handle the player's keys for the ad. Stop every key, so that none reaches the stream below. */
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
    const request = document.fullscreenElement ? document.exitFullscreen() : this.frame.requestFullscreen()
    void request.catch(() => undefined) // the browser refused
  }

  private updateFullscreen(): void {
    const { enterFullscreen, exitFullscreen } = this.texts
    const isFullscreen = document.fullscreenElement !== null
    setIcon(
      this.fullscreen,
      isFullscreen ? 'exit-fullscreen' : 'enter-fullscreen',
      isFullscreen ? exitFullscreen : enterFullscreen,
    )
  }

  /** Append a message for screen readers. Two messages may arrive at once, and both must be read. */
  private announce(message: string): void {
    const element = document.createElement('span')
    element.textContent = `${message} `
    this.announcement.append(element)
  }

  private createButton(name: string, label: string, onClick: () => void): HTMLButtonElement {
    const button = createElement('button', 'ad-break__button')
    button.type = 'button'
    setIcon(button, name, label)
    button.addEventListener('click', onClick)
    return button
  }
}

function createElement<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  className: string,
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name)
  element.className = className
  return element
}

function setIcon(button: HTMLButtonElement, name: string, label: string): void {
  button.setAttribute('aria-label', label)
  button.replaceChildren(createIcon(name))
}

const formatClock = (seconds: number) => {
  const wholeSeconds = Math.max(0, Math.ceil(seconds))
  return `${Math.floor(wholeSeconds / 60)}:${String(wholeSeconds % 60).padStart(2, '0')}`
}
