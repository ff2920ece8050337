import type Plyr from 'plyr'
import type { SoundTrack } from './stream'
import type { PlayerTexts } from './texts'

/** The name of the menu among Plyr's settings. */
export const SOUNDS = 'sounds'
/** What the server calls a sound of which it knows neither language nor title. */
const UNNAMED = /^Sound(?: (\d+))?$/

/** What a viewer reads for a sound. */
export function soundName(name: string, texts: Pick<PlayerTexts, 'sound'>): string {
  const unnamed = name.match(UNNAMED)
  return unnamed ? texts.sound(unnamed[1] ?? '1') : name
}

/** Fills the menu of sounds; the first of them plays. `choose` is told the name of another. */
export function addSounds(
  plyr: Plyr,
  sounds: SoundTrack[],
  texts: Pick<PlayerTexts, 'sound'>,
  choose: (name: string) => void,
): void {
  const { buttons, panels, menu } = plyr.elements.settings as unknown as Record<
    string,
    Record<string, HTMLElement>
  >
  const button = buttons?.[SOUNDS]
  const panel = panels?.[SOUNDS]
  const list = panel?.querySelector('[role="menu"]')
  const value = button?.querySelector('.plyr__menu__value')
  if (!button || !panel || !list || !value) return
  const back = panel.querySelector<HTMLElement>('.plyr__control--back')
  const items = sounds.map(sound => itemOf(sound, texts))
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

function itemOf({ name, language }: SoundTrack, texts: Pick<PlayerTexts, 'sound'>): HTMLButtonElement {
  const item = document.createElement('button')
  item.type = 'button'
  item.className = 'plyr__control'
  item.setAttribute('role', 'menuitemradio')
  const label = document.createElement('span')
  label.textContent = soundName(name, texts)
  if (language) label.lang = language
  item.append(label)
  return item
}
