import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react'

/** The labels of the capabilities (§3), most important first. The library's capability has two names. */
const CAPABILITY_LABELS: readonly (readonly [names: readonly string[], label: MessageDescriptor])[] = [
  [['watch'], msg`Watch live and on demand`],
  [['vod_media', 'vod_media_access'], msg`The full library`],
  [['no_ads'], msg`No ads before the stream`],
  [['clipping'], msg`Create and share clips`],
  [['download_clip'], msg`Download clips`],
  [['download'], msg`Download recordings`],
]

/** Return the labels of the allowed capabilities, in the page's language. */
export function useCapabilityLabels(capabilities: Readonly<Record<string, boolean | undefined>>): string[] {
  const { _ } = useLingui()
  return CAPABILITY_LABELS.filter(([names]) => names.some(name => capabilities[name])).map(([, label]) =>
    _(label),
  )
}
