import { startTransition, useEffect, useState } from 'react'
import { HomeRailsPlaceholder } from '@/engagement'
import type { SlotRegistry } from '@/shared/contexts/slots'
import { loadChunk } from '@/shared/loading/loadChunk'
import { whenIdle } from '@/shared/loading/whenIdle'
import { loadAllMessages } from '@/shared/messages'

/** Kept for screens that start anew: they have all of it at once. */
let slots: SlotRegistry = { placeholders: { homeRails: <HomeRailsPlaceholder /> } }

/** What contexts show inside each other's screens: rooms for it at first, after the first paint all of it and its words. */
export function useSlots(): SlotRegistry {
  const [list, setList] = useState(slots)
  useEffect(() => {
    const load = async () => {
      const [{ loadSlots: loadParts }] = await Promise.all([import('./slots'), loadAllMessages()])
      slots = { ...slots, ...(await loadParts()) }
      // All over the page at once: in small steps.
      startTransition(() => setList(slots))
    }
    // What does not come leaves its places empty, and no room for it; the next visit tries again.
    whenIdle(() => void loadChunk(load).catch(() => setList(({ placeholders: _, ...there }) => there)))
  }, [])
  return list
}
