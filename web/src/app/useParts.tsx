import { startTransition, useEffect, useState } from 'react'
import { HeldRails } from '@/engagement'
import { atRest } from '@/shared/atRest'
import { chunk } from '@/shared/chunk'
import { speakWhole } from '@/shared/messages'
import type { PartList } from '@/shared/parts'

/** Kept for screens that start anew: they have all of it at once. */
let parts: PartList = { holds: { homeRails: <HeldRails /> } }

/** What contexts show inside each other's screens: rooms for it at first, after the first paint all of it and its words. */
export function useParts(): PartList {
  const [list, setList] = useState(parts)
  useEffect(() => {
    const load = async () => {
      const [{ loadParts }] = await Promise.all([import('./parts'), speakWhole()])
      parts = { ...parts, ...(await loadParts()) }
      // All over the page at once: in small steps.
      startTransition(() => setList(parts))
    }
    // What does not come leaves its places empty, and no room for it; the next visit tries again.
    atRest(() => void chunk(load).catch(() => setList(({ holds: _, ...there }) => there)))
  }, [])
  return list
}
