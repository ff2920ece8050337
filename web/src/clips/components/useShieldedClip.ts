import { useLingui } from '@lingui/react/macro'
import { useSpoilers } from '@/shared/contexts/spoilers'
import { type Clip, clipTitle } from '../model'

/**
 * Return whether a page may not show a clip yet, and the title of the page. The name and the picture of a clip may
 * reveal the result, so viewers who hide scores see the clips of others only after a press. Use it in an observer.
 */
export function useShieldedClip(clip: Clip | null): { isShielded: boolean; title: string | null } {
  const { t } = useLingui()
  const spoilers = useSpoilers()
  if (!clip) return { isShielded: false, title: null }
  const isShielded = !clip.is_own && spoilers.isHidden(clip.event_id)
  if (!isShielded) return { isShielded, title: clipTitle(clip) }
  return { isShielded, title: clip.event ? t`Clip from ${clip.event.full_name}` : t`Clip` }
}
