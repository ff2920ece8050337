import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react'

/** The capabilities of passes (§3) in the order in which viewers care; the library's has two names. */
const CAPABILITY_LABELS: readonly (readonly [names: readonly string[], word: MessageDescriptor])[] = [
  [['watch'], msg`Watch live and on demand`],
  [['vod_media', 'vod_media_access'], msg`The full library`],
  [['no_ads'], msg`No ads before the stream`],
  [['clipping'], msg`Create and share clips`],
  [['download_clip'], msg`Download clips`],
  [['download'], msg`Download recordings`],
]

/** What is allowed, in the page's language. */
export function useCapabilityLabels(allowed: Readonly<Record<string, boolean | undefined>>): string[] {
  const { _ } = useLingui()
  return CAPABILITY_LABELS.filter(([names]) => names.some(name => allowed[name])).map(([, word]) => _(word))
}
