import { type KeyPress, shortcutKey } from '../../shortcutKey'

/** The keys of the player (specification: look.md, "Player"). */

export type KeyAction =
  | { type: 'toggle' | 'mute' | 'captions' | 'fullscreen' | 'theater' }
  | { type: 'skip' | 'volume'; by: number }
  | { type: 'part'; tenths: number }

const ACTIONS: Record<string, KeyAction> = {
  ' ': { type: 'toggle' },
  k: { type: 'toggle' },
  j: { type: 'skip', by: -10 },
  l: { type: 'skip', by: 10 },
  arrowleft: { type: 'skip', by: -5 },
  arrowright: { type: 'skip', by: 5 },
  arrowup: { type: 'volume', by: 0.1 },
  arrowdown: { type: 'volume', by: -0.1 },
  m: { type: 'mute' },
  c: { type: 'captions' },
  f: { type: 'fullscreen' },
  t: { type: 'theater' },
  home: { type: 'part', tenths: 0 },
  end: { type: 'part', tenths: 10 },
}

export interface ModifierKeys extends KeyPress {
  altKey: boolean
  ctrlKey: boolean
  metaKey: boolean
}

/** The focused element. Some controls handle certain keys themselves. */
export type FocusTarget = 'player' | 'button' | 'menu' | 'volume' | 'seek'

const RESERVED_KEYS: Record<FocusTarget, RegExp> = {
  player: /^$/,
  button: /^ $/,
  menu: /^( |arrow.+|home|end)$/,
  volume: /^(arrow.+|home|end)$/,
  seek: /^$/,
}

/** Return the action of a key, or null for a key that the player does not handle. */
export function keyAction(press: ModifierKeys, target: FocusTarget): KeyAction | null {
  if (press.altKey || press.ctrlKey || press.metaKey) return null
  const key = shortcutKey(press)
  if (RESERVED_KEYS[target].test(key)) return null
  if (/^\d$/.test(key)) return { type: 'part', tenths: Number(key) }
  return ACTIONS[key] ?? null
}

/** Return the kind of a focused element in the player, for `keyAction`. */
export function focusTargetOf(element: Element | null): FocusTarget {
  if (element?.closest('[role="menu"], .plyr__menu__container')) return 'menu'
  if (element?.matches('[data-plyr="volume"]')) return 'volume'
  if (element?.matches('[data-plyr="seek"]')) return 'seek'
  return element?.matches('button, a') ? 'button' : 'player'
}
