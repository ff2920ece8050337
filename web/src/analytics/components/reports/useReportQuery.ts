import { useMemo } from 'react'
import type { ReportQuery } from '../../reportModel'
import { useReportsPage } from './ReportsPageContext'

/** Return the period of the page. The object stays the same until the period changes. */
export function useReportQuery(): ReportQuery {
  const { from, to, compare } = useReportsPage().view
  return useMemo(() => ({ from, to, compare }), [from, to, compare])
}
