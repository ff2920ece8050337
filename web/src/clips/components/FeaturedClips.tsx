import { useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import { useSpoilers } from '@/shared/contexts/spoilers'
import { Rail } from '@/shared/ui/Rail'
import { useClips } from '../context'
import { featuredClipsStore } from '../stores/FeaturedClipsStore'
import { ClipCard } from './ClipCard'

/**
 * The featured clips of the home page. The spoiler shield hides them, because they may reveal a result: the server
 * lists none then.
 */
export default observer(function FeaturedClips() {
  const { t } = useLingui()
  const clips = useClips()
  const store = clips.resolve(featuredClipsStore)
  const spoilers = useSpoilers()
  const { isEnabled } = spoilers
  // The server's answer depends on the shield.
  useEffect(() => void store.load(), [store, isEnabled])
  const shown = (store.list.value ?? []).filter(({ event_id }) => !spoilers.isHidden(event_id))
  if (shown.length === 0) return null
  return (
    <Rail title={clips.shell.channel.text('home_clips') ?? t`Featured clips`} id="clips">
      {shown.map(clip => (
        <ClipCard key={clip.id} clip={clip} />
      ))}
    </Rail>
  )
})
