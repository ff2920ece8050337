import { useMemo } from 'react'
import type { ReportQuery } from '../../reportModel'
import { useReportsPage } from './ReportsPageContext'

/** The days that the page asks about; the same object until they change. */
export function useReportQuery(): ReportQuery {
  const { from, to, compare } = useReportsPage().view
  return useMemo(() => ({ from, to, compare }), [from, to, compare])
}
