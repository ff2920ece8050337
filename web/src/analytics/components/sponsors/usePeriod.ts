import { useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import { serverNow } from '@/shared/clock'
import { dayKey } from '@/shared/format/dates'
import { useAnalytics } from '../../context'
import { lastDays, parseReportView, withReportView } from '../../reportsUrl'
import type { SponsorPeriod } from '../../sponsorsApi'

/** Return the period in the address, today, and a function that changes it to the last days. */
export function usePeriod() {
  const { time_zone: timeZone } = useAnalytics().shell.channel.settings
  const [search, setSearch] = useSearchParams()
  // A page that is open at midnight keeps its day until it reloads.
  const [today] = useState(() => dayKey(serverNow(), timeZone))
  const { from, to } = parseReportView(search, today)
  const period: SponsorPeriod = useMemo(() => ({ from, to }), [from, to])
  const show = (days: number) =>
    setSearch(before => withReportView(before, lastDays(days, today)), { replace: true })
  return { period, today, show }
}
