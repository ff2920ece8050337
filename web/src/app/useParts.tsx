import { useEffect, useState } from 'react'
import { HeldRails } from '@/engagement'
import { inTime } from '@/shared/inTime'
import { speakWhole } from '@/shared/messages'
import type { PartList } from '@/shared/parts'

/** A browser that has no rest within this time is not waited for any longer. */
const PATIENCE_MS = 2_000

const HELD: PartList = { holds: { homeRails: <HeldRails /> } }
/** Loaded once: a page that starts anew has them at once. */
let loaded: PartList | null = null

/** What contexts show inside each other's screens: nothing before the first paint, then all of it with its words. */
export function useParts(): PartList {
  const [parts, setParts] = useState(loaded ?? HELD)
  useEffect(() => {
    if (loaded) return
    let gone = false
    const load = async () => {
      const [list] = await inTime(
        Promise.all([import('./parts').then(({ loadParts }) => loadParts()), speakWhole()]),
      )
      loaded = { ...HELD, ...list }
      if (!gone) setParts(loaded)
    }
    // What does not come leaves its places empty; the next page tries again.
    const cancel = atRest(() => void load().catch(() => undefined))
    return () => {
      gone = true
      cancel()
    }
  }, [])
  return parts
}

/** Once the browser has painted what matters more. Safari before 26 has no idle callback. */
function atRest(then: () => void): () => void {
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(then)
    return () => clearTimeout(timer)
  }
  const callback = requestIdleCallback(then, { timeout: PATIENCE_MS })
  return () => cancelIdleCallback(callback)
}
