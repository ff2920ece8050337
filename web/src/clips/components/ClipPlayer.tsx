import { useMemo } from 'react'
import { Player } from '@/shared/player'
import { useClips } from '../context'
import { type Clip, clipTitle, toSignedUrl } from '../model'
import type { ClipDetailStore } from '../stores/ClipDetailStore'

interface Props {
  clip: Clip
  store: ClipDetailStore
  autoPlay?: boolean
}

/** The player of a clip, from its first frame to its last. It is empty if this viewer may not play the clip. */
export function ClipPlayer({ clip, store, autoPlay }: Props) {
  const { shell } = useClips()
  const { start_offset, duration } = clip
  const range = useMemo(() => ({ from: start_offset, to: start_offset + duration }), [start_offset, duration])
  const source = toSignedUrl(clip)
  if (!source) return null
  return (
    <Player
      id={`clip-${clip.id}`}
      source={source}
      title={clipTitle(clip)}
      content={{ type: 'clip', id: clip.id, attributes: contentAttributes(clip) }}
      poster={clip.poster ?? clip.event?.images.poster}
      range={range}
      frameRate={clip.frame_rate}
      autoPlay={autoPlay}
      isDeferred
      storageKey={`${shell.channel.settings.storage_prefix}:player`}
      renewSource={() => store.refreshStreamUrl()}
    />
  )
}

const contentAttributes = ({ event }: Clip) => ({
  category: event?.event_category?.name,
  sport: event?.sport,
})
