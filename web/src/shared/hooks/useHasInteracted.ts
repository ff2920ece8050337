import { useEffect, useState } from 'react'
import { hasUserInteracted, onFirstInteraction } from '@/shared/userInteraction'

/** Return whether the viewer has pressed, moved or typed something on this page. */
export function useHasInteracted(): boolean {
  const [hasInteracted, setHasInteracted] = useState(hasUserInteracted)
  useEffect(
    () => (hasInteracted ? undefined : onFirstInteraction(() => setHasInteracted(true))),
    [hasInteracted],
  )
  return hasInteracted
}
