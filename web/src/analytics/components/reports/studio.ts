import { createContext, use } from 'react'
import type { Dimension } from '../../reports'
import type { Shown } from '../../reportsAddress'
import type { ReportsStore } from '../../stores/ReportsStore'

/** What every section of the page of reports knows. */
export interface StudioFacts {
  store: ReportsStore
  shown: Shown
  /** Today in the channel's zone. */
  today: string
  timeZone: string
  /** By what this channel’s views can be grouped. */
  tabs: readonly Dimension[]
  /** Shows something else; the address says so from then on. */
  change: (changes: Partial<Shown>) => void
}

export const Studio = createContext<StudioFacts | null>(null)

/** The page that a section stands in. */
export function useStudio(): StudioFacts {
  const facts = use(Studio)
  if (!facts) throw new Error('No page of reports above this component')
  return facts
}
