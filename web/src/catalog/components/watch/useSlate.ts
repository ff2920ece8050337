import { useLingui } from '@lingui/react/macro'
import type { Slate } from '@/shared/player'
import { useCatalog } from '../../context'

/** Return the channel's slate: its static block `slate`, or its name, logo and colors. */
export function useSlate(): Slate {
  const { t } = useLingui()
  const { channel } = useCatalog().shell
  const block = channel.settings.static_blocks.slate
  return {
    title: block?.title || t`We’ll be right back`,
    html: block?.html || null,
    image: block?.image || null,
    channel: channel.settings.name,
    logo: channel.settings.logo,
  }
}
