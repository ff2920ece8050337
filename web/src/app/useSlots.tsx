import { startTransition, useEffect, useState } from 'react'
import { HomeRailsPlaceholder } from '@/engagement'
import type { SlotRegistry } from '@/shared/contexts/slots'
import { loadChunk } from '@/shared/loading/loadChunk'
import { whenIdle } from '@/shared/loading/whenIdle'
import { loadAllMessages } from '@/shared/messages'

/** Kept across resets, so that restarted screens have all slots at once. */
let slots: SlotRegistry = { placeholders: { homeRails: <HomeRailsPlaceholder /> } }

/**
 * Return the components that contexts show inside each other's screens. Placeholders come first; the components and
 * their messages load after the first paint.
 */
export function useSlots(): SlotRegistry {
  const [registry, setRegistry] = useState(slots)
  useEffect(() => {
    const load = async () => {
      const [{ loadSlots }] = await Promise.all([import('./slots'), loadAllMessages()])
      slots = { ...slots, ...(await loadSlots()) }
      // The slots are all over the page, so render them in small steps.
      startTransition(() => setRegistry(slots))
    }
    // After a load error, remove the placeholders and leave the slots empty. The next visit tries again.
    whenIdle(
      () =>
        void loadChunk(load).catch(() => setRegistry(({ placeholders: _, ...loadedSlots }) => loadedSlots)),
    )
  }, [])
  return registry
}
