import { createContext, use } from 'react'
import type { Dimension } from '../../reportModel'
import type { ReportView } from '../../reportsUrl'
import type { ReportsStore } from '../../stores/ReportsStore'

/** The context of the reports page that every section reads. */
export interface ReportsPage {
  store: ReportsStore
  view: ReportView
  /** Today in the channel's zone. */
  today: string
  timeZone: string
  /** The dimensions that this channel can group views by. */
  tabs: readonly Dimension[]
  /** Changes the options of the page, and updates the address. */
  changeView: (changes: Partial<ReportView>) => void
}

export const ReportsPageContext = createContext<ReportsPage | null>(null)

/** Return the context of the reports page. */
export function useReportsPage(): ReportsPage {
  const context = use(ReportsPageContext)
  if (!context) throw new Error('No page of reports above this component')
  return context
}
