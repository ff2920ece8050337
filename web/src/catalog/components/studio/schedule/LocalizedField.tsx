import { observer } from 'mobx-react-lite'
import type { ComponentProps } from 'react'
import { LocalizedField as Base } from '@/shared/studio/LocalizedField'
import { useCatalog } from '../../../context'

/** One field for each language of the channel. */
export const LocalizedField = observer(function LocalizedField(
  props: Omit<ComponentProps<typeof Base>, 'settings'>,
) {
  return <Base settings={useCatalog().shell.channel.settings} {...props} />
})
