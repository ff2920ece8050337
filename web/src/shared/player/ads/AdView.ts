import { icon } from '../icon'
import { keyAction, placeOf } from '../keyboard'
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
  private readonly root = part('div', 'break')
  private readonly said = part('p', 'sr-only')
  private readonly count = part('p', 'break__count')
  private readonly line = part('div', 'break__line')
  private readonly wait = part('div', 'player__wait')
  private readonly later = part('span', 'break__later')
  private readonly bar = part('div', 'break__bar')
  private readonly covered: HTMLElement[]
  private readonly toggle: HTMLButtonElement
  private readonly mute: HTMLButtonElement
  private readonly skip: HTMLButtonElement
  private readonly fullscreen: HTMLButtonElement
  private readonly stop = new AbortController()

  constructor(
    private readonly stage: HTMLElement,
    private readonly texts: AdTexts,
    private readonly on: AdViewEvents,
  ) {
    this.toggle = this.button('pause', texts.pause, on.toggle)
    this.mute = this.button('volume', texts.mute, on.mute)
    this.fullscreen = this.button('enter-fullscreen', texts.enterFullscreen, () => this.grow())
    this.skip = part('button', 'break__skip')
    this.skip.type = 'button'
    this.skip.textContent = texts.skip
    this.skip.hidden = true
    this.skip.addEventListener('click', on.skip)
    this.covered = [...stage.children].filter(child => child instanceof HTMLElement && !child.inert) as never
    this.build()
    this.cover()
  }

  /** Somebody hides what looks like an ad; the stream must not wait behind it. */
  get hidden(): boolean {
    return this.root.checkVisibility?.() === false
  }

  /** The ad is known: its sponsor's site, if it has one. */
  show({ name, visitUrl }: Ad): void {
    if (!visitUrl) return
    const link = part('a', 'break__visit')
    link.href = visitUrl
    link.target = '_blank'
    link.rel = 'noopener sponsored'
    link.textContent = this.texts.visit(name)
    const hint = part('span', 'sr-only')
    hint.textContent = `, ${this.texts.newTab}`
    link.append(hint, icon('external'))
    link.addEventListener('click', this.on.visit)
    this.count.after(link)
  }

  /** Its picture moves. */
  begin(duration: number): void {
    this.wait.remove()
    this.bar.hidden = false
    this.say(this.texts.begins(Math.round(duration)))
  }

  /** Seconds: how long it goes on, how long it is in all, and when it may be skipped (null: it may not). */
  tick(left: number, duration: number, skipIn: number | null): void {
    this.count.textContent = this.texts.left(clockOf(left))
    this.line.style.setProperty('--seen', String(duration > 0 ? 1 - left / duration : 0))
    const waiting = skipIn !== null && skipIn > 0
    this.later.textContent = waiting ? this.texts.skipIn(Math.ceil(skipIn)) : ''
    if (skipIn === null || waiting || !this.skip.hidden) return
    this.skip.hidden = false
    this.say(this.texts.canSkip)
  }

  paused(paused: boolean): void {
    dress(this.toggle, paused ? 'play' : 'pause', paused ? this.texts.play : this.texts.pause)
  }

  muted(muted: boolean): void {
    dress(this.mute, muted ? 'muted' : 'volume', muted ? this.texts.unmute : this.texts.mute)
  }

  /** Gives the stage back, and the focus to the player if it was here. */
  remove(): void {
    const inside = this.root.contains(document.activeElement)
    this.stop.abort()
    this.video.removeAttribute('src')
    this.video.load()
    for (const child of this.covered) child.inert = false
    if (inside) this.stage.focus({ preventScroll: true })
    this.root.remove()
  }

  private build(): void {
    const { root, video } = this
    root.tabIndex = -1
    root.setAttribute('role', 'region')
    root.setAttribute('aria-label', this.texts.title)
    this.said.setAttribute('role', 'status')
    this.said.ariaAtomic = 'false'
    this.wait.setAttribute('role', 'status')
    this.wait.setAttribute('aria-label', this.texts.loading)
    this.bar.hidden = true
    video.addEventListener('click', this.on.toggle)
    video.playsInline = true
    video.preload = 'auto'
    video.disablePictureInPicture = true
    const head = part('div', 'break__head')
    head.append(this.count)
    const end = part('div', 'break__end')
    end.append(this.later, this.skip)
    this.bar.append(this.toggle, this.mute, ...(document.fullscreenEnabled ? [this.fullscreen] : []), end)
    root.append(video, head, this.bar, this.line, this.wait, this.said)
    root.addEventListener('keydown', event => this.press(event))
    const { signal } = this.stop
    document.addEventListener('fullscreenchange', () => this.size(), { signal })
    this.size()
  }

  private cover(): void {
    const inside = this.stage.contains(document.activeElement)
    for (const child of this.covered) child.inert = true
    this.stage.append(this.root)
    if (inside) this.root.focus({ preventScroll: true })
  }

  /** The player's keys, for the ad; those that have no use here must not reach the stream below. */
  private press(event: KeyboardEvent): void {
    event.stopPropagation()
    const action = keyAction(event, placeOf(document.activeElement))
    if (!action) return
    event.preventDefault()
    if (action.do === 'toggle') this.on.toggle()
    else if (action.do === 'mute') this.on.mute()
    else if (action.do === 'volume') this.on.volume(action.by)
    else if (action.do === 'fullscreen') this.grow()
  }

  private grow(): void {
    const done = document.fullscreenElement ? document.exitFullscreen() : this.stage.requestFullscreen()
    void done.catch(() => undefined) // the browser would not
  }

  private size(): void {
    const { enterFullscreen, exitFullscreen } = this.texts
    const full = document.fullscreenElement !== null
    dress(
      this.fullscreen,
      full ? 'exit-fullscreen' : 'enter-fullscreen',
      full ? exitFullscreen : enterFullscreen,
    )
  }

  /** After what was said before: two sentences may come at once, and both are to be heard. */
  private say(sentence: string): void {
    const said = document.createElement('span')
    said.textContent = `${sentence} `
    this.said.append(said)
  }

  private button(name: string, label: string, press: () => void): HTMLButtonElement {
    const made = part('button', 'break__button')
    made.type = 'button'
    dress(made, name, label)
    made.addEventListener('click', press)
    return made
  }
}

function part<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  className: string,
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name)
  made.className = className
  return made
}

function dress(button: HTMLButtonElement, name: string, label: string): void {
  button.setAttribute('aria-label', label)
  button.replaceChildren(icon(name))
}

const clockOf = (seconds: number) => {
  const whole = Math.max(0, Math.ceil(seconds))
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}
