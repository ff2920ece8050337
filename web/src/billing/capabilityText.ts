import type { I18n, MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

/** What capabilities open, in a word or two each; the library's has two names (§3). */
const CAPABILITY_LABELS: readonly (readonly [names: readonly string[], word: MessageDescriptor])[] = [
  [['watch'], msg`Live and replays`],
  [['vod_media', 'vod_media_access'], msg`Library`],
  [['clipping'], msg`Clips`],
  [['download_clip', 'download'], msg`Downloads`],
  [['no_ads'], msg`No ads`],
]

/** `Live and replays, library, clips`. Where nothing is ever played live, watching is no word of its own. */
export function includedText(capabilities: readonly string[], i18n: I18n): string {
  const words = CAPABILITY_LABELS.filter(([names]) => names.some(name => capabilities.includes(name)))
  const [first = '', ...others] = words.map(([, word]) => i18n._(word))
  return [first, ...others.map(word => word.toLocaleLowerCase(i18n.locale))].join(', ')
}

const ALREADY_BOUGHT: Record<'event' | 'package' | 'subscription', MessageDescriptor> = {
  event: msg`You already bought this event.`,
  package: msg`You already bought this package.`,
  subscription: msg`You already bought this subscription.`,
}

/** `You already bought this {type}.` (§8). */
export const alreadyBoughtText = (type: keyof typeof ALREADY_BOUGHT, i18n: I18n): string =>
  i18n._(ALREADY_BOUGHT[type])
