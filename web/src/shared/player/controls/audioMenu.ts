import type Plyr from 'plyr'
import type { AudioTrackInfo } from '../stream/Stream'
import type { PlayerTexts } from '../texts'

/** The name of the audio menu in Plyr's settings. */
export const AUDIO_MENU = 'sounds'
/** The server's name for an audio track without language and title. */
const UNNAMED_TRACK = /^Sound(?: (\d+))?$/

/** Return the label of an audio track. */
export function audioTrackName(name: string, texts: Pick<PlayerTexts, 'audioTrack'>): string {
  const match = name.match(UNNAMED_TRACK)
  return match ? texts.audioTrack(match[1] ?? '1') : name
}

/** The key in the storage of Plyr, of which each channel has one. */
const STORED_TRACK = 'audioTrack'

/**
 * Fill the audio menu. `onSelect` receives the name of the chosen track. The choice is kept for the next video that
 * has a track with this name. Otherwise the first track is active.
 */
export function addAudioMenu(
  plyr: Plyr,
  tracks: AudioTrackInfo[],
  texts: Pick<PlayerTexts, 'audioTrack'>,
  onSelect: (name: string) => void,
): void {
  const { storage } = plyr
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
  const items = tracks.map(track => createMenuItem(track, texts))
  const select = (chosen: HTMLElement) => {
    for (const item of items) item.setAttribute('aria-checked', String(item === chosen))
    value.textContent = chosen.textContent
  }
  items.forEach((item, index) => {
    item.addEventListener('click', () => {
      const name = tracks[index]?.name ?? ''
      select(item)
      storage.set({ [STORED_TRACK]: name })
      onSelect(name)
      back?.click()
      button.focus()
    })
    item.addEventListener('keydown', event => {
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
      if (step === undefined) return
      event.preventDefault()
      event.stopPropagation()
      items[(index + step + items.length) % items.length]?.focus()
    })
  })
  list.append(...items)
  const stored = storage.get(STORED_TRACK)
  const active = Math.max(
    0,
    tracks.findIndex(({ name }) => name === stored),
  )
  const item = items[active]
  if (item) select(item)
  if (active > 0) onSelect(tracks[active]?.name ?? '')
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
