import type { I18n, MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

/** Short labels of the capabilities. The library capability has two names (§3). */
const CAPABILITY_LABELS: readonly (readonly [names: readonly string[], label: MessageDescriptor])[] = [
  [['watch'], msg`Live and replays`],
  [['vod_media', 'vod_media_access'], msg`Library`],
  [['clipping'], msg`Clips`],
  [['download_clip', 'download'], msg`Downloads`],
  [['no_ads'], msg`No ads`],
]

/** Return the labels as a list: `Live and replays, library, clips`. Omit `watch` for channels without events. */
export function includedText(capabilities: readonly string[], i18n: I18n): string {
  const labels = CAPABILITY_LABELS.filter(([names]) => names.some(name => capabilities.includes(name)))
  const [first = '', ...others] = labels.map(([, label]) => i18n._(label))
  return [first, ...others.map(label => label.toLocaleLowerCase(i18n.locale))].join(', ')
}

const ALREADY_BOUGHT: Record<'event' | 'package' | 'subscription', MessageDescriptor> = {
  event: msg`You already bought this event.`,
  package: msg`You already bought this package.`,
  subscription: msg`You already bought this subscription.`,
}

/** Return `You already bought this {type}.` (§8). */
export const alreadyBoughtText = (type: keyof typeof ALREADY_BOUGHT, i18n: I18n): string =>
  i18n._(ALREADY_BOUGHT[type])
