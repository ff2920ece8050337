import { useEffect, useState } from 'react'
import { hasUserInteracted, onFirstInteraction } from '@/shared/userInteraction'

/** Whether somebody is there, who has pressed, moved or typed something on this page. */
export function useHasInteracted(): boolean {
  const [here, setHere] = useState(hasUserInteracted)
  useEffect(() => (here ? undefined : onFirstInteraction(() => setHere(true))), [here])
  return here
}
