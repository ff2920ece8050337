import type Plyr from 'plyr'
import type { AudioTrackInfo } from '../stream/Stream'
import type { PlayerTexts } from '../texts'

/** The name of the menu among Plyr's settings. */
export const AUDIO_MENU = 'sounds'
/** What the server calls a sound of which it knows neither language nor title. */
const UNNAMED_TRACK = /^Sound(?: (\d+))?$/

/** What a viewer reads for a sound. */
export function audioTrackName(name: string, texts: Pick<PlayerTexts, 'audioTrack'>): string {
  const unnamed = name.match(UNNAMED_TRACK)
  return unnamed ? texts.audioTrack(unnamed[1] ?? '1') : name
}

/** Fills the menu of sounds; the first of them plays. `choose` is told the name of another. */
export function addAudioMenu(
  plyr: Plyr,
  sounds: AudioTrackInfo[],
  texts: Pick<PlayerTexts, 'audioTrack'>,
  choose: (name: string) => void,
): void {
  const { buttons, panels, menu } = plyr.elements.settings as unknown as Record<
    string,
    Record<string, HTMLElement>
  >
  const button = buttons?.[AUDIO_MENU]
  const panel = panels?.[AUDIO_MENU]
  const list = panel?.querySelector('[role="menu"]')
  const value = button?.querySelector('.plyr__menu__value')
  if (!button || !panel || !list || !value) return
  const back = panel.querySelector<HTMLElement>('.plyr__control--back')
  const items = sounds.map(sound => createMenuItem(sound, texts))
  const select = (chosen: HTMLElement) => {
    for (const item of items) item.setAttribute('aria-checked', String(item === chosen))
    value.textContent = chosen.textContent
  }
  items.forEach((item, number) => {
    item.addEventListener('click', () => {
      select(item)
      choose(sounds[number]?.name ?? '')
      back?.click()
      button.focus()
    })
    item.addEventListener('keydown', press => {
      const step = { ArrowDown: 1, ArrowUp: -1 }[press.key]
      if (step === undefined) return
      press.preventDefault()
      press.stopPropagation()
      items[(number + step + items.length) % items.length]?.focus()
    })
  })
  list.append(...items)
  const [first] = items
  if (first) select(first)
  button.hidden = false
  ;(menu as unknown as HTMLElement).hidden = false
}

function createMenuItem(
  { name, language }: AudioTrackInfo,
  texts: Pick<PlayerTexts, 'audioTrack'>,
): HTMLButtonElement {
  const item = document.createElement('button')
  item.type = 'button'
  item.className = 'plyr__control'
  item.setAttribute('role', 'menuitemradio')
  const label = document.createElement('span')
  label.textContent = audioTrackName(name, texts)
  if (language) label.lang = language
  item.append(label)
  return item
}
