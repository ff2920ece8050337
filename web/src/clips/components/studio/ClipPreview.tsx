import { useState } from 'react'
import { useReducedMotion } from '@/shared/hooks/useReducedMotion'
import { Badge } from '@/shared/ui/Badge'
import { Picture } from '@/shared/ui/Picture'
import type { ModeratedClip } from '../../moderationApi'
import { formatSeconds } from '../../timeline'

/** The picture of a clip. It plays without sound while it has the pointer or the focus. */
export function ClipPreview({ clip }: { clip: ModeratedClip }) {
  const [isActive, setIsActive] = useState(false)
  const isStill = useReducedMotion()
  const { preview, poster } = clip
  return (
    // biome-ignore lint/a11y/useSemanticElements: the group only starts and stops the preview
    <div
      className="moderated-clip__media"
      role="group"
      aria-label={clip.name}
      tabIndex={preview && !isStill ? 0 : undefined}
      onPointerEnter={() => setIsActive(true)}
      onPointerLeave={() => setIsActive(false)}
      onFocus={() => setIsActive(true)}
      onBlur={() => setIsActive(false)}
    >
      {isActive && preview && !isStill ? (
        <video src={preview} poster={poster ?? undefined} muted autoPlay loop playsInline />
      ) : (
        <Picture src={poster} />
      )}
      <span className="moderated-clip__length">
        <Badge>{formatSeconds(Math.round(clip.duration))}</Badge>
      </span>
    </div>
  )
}
