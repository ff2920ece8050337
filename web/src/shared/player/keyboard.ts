import { type KeyPress, shortcutKey } from '../keys'

/** The keys of the player (specification: look.md, "Player"). */

export type KeyAction =
  | { do: 'toggle' | 'mute' | 'captions' | 'fullscreen' | 'theatre' }
  | { do: 'skip' | 'volume'; by: number }
  | { do: 'part'; tenths: number }

const ACTIONS: Record<string, KeyAction> = {
  ' ': { do: 'toggle' },
  k: { do: 'toggle' },
  j: { do: 'skip', by: -10 },
  l: { do: 'skip', by: 10 },
  arrowleft: { do: 'skip', by: -5 },
  arrowright: { do: 'skip', by: 5 },
  arrowup: { do: 'volume', by: 0.1 },
  arrowdown: { do: 'volume', by: -0.1 },
  m: { do: 'mute' },
  c: { do: 'captions' },
  f: { do: 'fullscreen' },
  t: { do: 'theatre' },
  home: { do: 'part', tenths: 0 },
  end: { do: 'part', tenths: 10 },
}

export interface Press extends KeyPress {
  altKey: boolean
  ctrlKey: boolean
  metaKey: boolean
}

/** Where the focus is: a control that has a use of its own for some keys keeps those. */
export type Place = 'player' | 'button' | 'menu' | 'volume' | 'seek'

const KEPT: Record<Place, RegExp> = {
  player: /^$/,
  button: /^ $/,
  menu: /^( |arrow.+|home|end)$/,
  volume: /^(arrow.+|home|end)$/,
  seek: /^$/,
}

/** The action of a key, or null when it isn't ours. */
export function keyAction(press: Press, place: Place): KeyAction | null {
  if (press.altKey || press.ctrlKey || press.metaKey) return null
  const key = shortcutKey(press)
  if (KEPT[place].test(key)) return null
  if (/^\d$/.test(key)) return { do: 'part', tenths: Number(key) }
  return ACTIONS[key] ?? null
}

/** What a focused element inside the player is, for `keyAction`. */
export function placeOf(element: Element | null): Place {
  if (element?.closest('[role="menu"], .plyr__menu__container')) return 'menu'
  if (element?.matches('[data-plyr="volume"]')) return 'volume'
  if (element?.matches('[data-plyr="seek"]')) return 'seek'
  return element?.matches('button, a') ? 'button' : 'player'
}
