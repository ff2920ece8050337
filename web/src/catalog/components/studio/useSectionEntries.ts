import { useEffect } from 'react'
import type { Entry } from '@/shared/studio/entries'
import { useCatalog } from '../../context'
import { entriesStore } from '../../stores/EntriesStore'

/** Return the entries of a section, and load them unless they are loaded. Call it in an `observer`. */
export function useSectionEntries(section: string): readonly Entry[] {
  const store = useCatalog().resolve(entriesStore)
  const loaded = store.section(section)
  const isMissing = loaded.value === null
  useEffect(() => {
    if (isMissing) void store.load(section)
  }, [isMissing, section, store])
  return loaded.value?.entries ?? []
}
