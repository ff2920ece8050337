import { observer } from 'mobx-react-lite'
import { Band } from '@/shared/ui/Band'
import { useCatalog } from '../../context'

/** A band with a static block of the channel. It is hidden if the channel has no block with this name. */
export const StaticBand = observer(function StaticBand({ name }: { name: string }) {
  const { shell } = useCatalog()
  const block = shell.channel.settings.static_blocks[name]
  if (!block) return null
  const action = block.action && shell.isLinkable(block.action.url) ? block.action : null
  return <Band {...block} action={action ? { label: action.label, to: action.url } : null} />
})
