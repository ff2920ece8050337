import { useMemo } from 'react'
import { Player } from '@/shared/player'
import { useClips } from '../context'
import { type Clip, clipTitle, sourceOf } from '../model'
import type { OneClipStore } from '../stores/OneClipStore'

interface Props {
  clip: Clip
  store: OneClipStore
  autoPlay?: boolean
}

/** Plays a clip from its first frame to its last; null where this viewer may not. */
export function ClipPlayer({ clip, store, autoPlay }: Props) {
  const { shell } = useClips()
  const { start_offset, duration } = clip
  const range = useMemo(() => ({ from: start_offset, to: start_offset + duration }), [start_offset, duration])
  const source = sourceOf(clip)
  if (!source) return null
  return (
    <Player
      id={`clip-${clip.id}`}
      source={source}
      title={clipTitle(clip)}
      thing={{ type: 'clip', id: clip.id, about: aboutOf(clip) }}
      poster={clip.poster ?? clip.event?.images.poster}
      range={range}
      frameRate={clip.frame_rate}
      autoPlay={autoPlay}
      rests
      storageKey={`${shell.channel.settings.storage_prefix}:player`}
      renew={() => store.freshSource()}
    />
  )
}

const aboutOf = ({ event }: Clip) => ({ category: event?.event_category?.name, sport: event?.sport })
