import { createContext, use } from 'react'
import type { Dimension } from '../../reportModel'
import type { ReportView } from '../../reportsUrl'
import type { ReportsStore } from '../../stores/ReportsStore'

/** What every section of the page of reports knows. */
export interface ReportsPage {
  store: ReportsStore
  view: ReportView
  /** Today in the channel's zone. */
  today: string
  timeZone: string
  /** By what this channel’s views can be grouped. */
  tabs: readonly Dimension[]
  /** Shows something else; the address says so from then on. */
  changeView: (changes: Partial<ReportView>) => void
}

export const ReportsPageContext = createContext<ReportsPage | null>(null)

/** The page that a section stands in. */
export function useReportsPage(): ReportsPage {
  const context = use(ReportsPageContext)
  if (!context) throw new Error('No page of reports above this component')
  return context
}
