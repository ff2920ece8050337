import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useCallback, useEffect, useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { serverNow } from '@/shared/clock'
import { dayKey } from '@/shared/format/dates'
import { PagedList } from '@/shared/studio/PagedList'
import { StudioPage } from '@/shared/studio/StudioPage'
import { Button, LinkButton } from '@/shared/ui/Button'
import { firstOfMonth } from '@/shared/ui/calendarDays'
import { EmptyState } from '@/shared/ui/states'
import { FeedsNotice } from '../../components/studio/schedule/FeedsNotice'
import { ScheduleFilters } from '../../components/studio/schedule/ScheduleFilters'
import { ScheduleMonth } from '../../components/studio/schedule/ScheduleMonth'
import { ScheduleTable } from '../../components/studio/schedule/ScheduleTable'
import { TimeZoneNote } from '../../components/studio/schedule/TimeZoneNote'
import { useCatalog } from '../../context'
import {
  listQuery,
  monthQuery,
  parseScheduleFilter,
  type ScheduleFilter,
  withScheduleFilter,
} from '../../scheduleUrl'
import { scheduleStore } from '../../stores/studio/ScheduleStore'
import '../../components/studio/schedule/StudioSchedule.css'

const NO_FILTER: Partial<ScheduleFilter> = { category: null, school: null, limit: null, text: '', shown: 'all' }

/** `/studio/schedule`: all events as a list or a month. The filters are in the address. */
export default observer(function ScheduleList() {
  const { t } = useLingui()
  const catalog = useCatalog()
  const { time_zone: timeZone } = catalog.shell.channel.settings
  const store = catalog.resolve(scheduleStore)
  const [search, setSearch] = useSearchParams()
  const filter = useMemo(() => parseScheduleFilter(search), [search])
  const today = dayKey(serverNow(), timeZone)
  const month = filter.month ?? firstOfMonth(today)
  const isMonth = filter.view === 'month'
  const change = useCallback(
    (changes: Partial<ScheduleFilter>) =>
      setSearch(before => withScheduleFilter(before, changes), { replace: true }),
    [setSearch],
  )
  const load = useCallback(
    () =>
      void (isMonth ? store.loadMonth(monthQuery(filter, month)) : store.loadList(listQuery(filter, today))),
    [store, filter, isMonth, month, today],
  )
  useEffect(load, [load])
  return (
    <StudioPage
      title={t`Schedule`}
      lede={<TimeZoneNote />}
      actions={
        <>
          <LinkButton icon="download" to="import">
            <Trans>Import</Trans>
          </LinkButton>
          <LinkButton kind="primary" icon="plus" to="new">
            <Trans>New event</Trans>
          </LinkButton>
        </>
      }
    >
      <FeedsNotice />
      <ScheduleFilters filter={filter} onChange={change} />
      {isMonth ? (
        <ScheduleMonth month={month} today={today} onMonth={next => change({ month: next })} onRetry={load} />
      ) : (
        <PagedList
          list={store.list}
          errorTitle={t`The schedule could not be loaded`}
          onRetry={load}
          empty={
            <EmptyState
              icon="cal"
              title={filter.shown === 'attention' ? t`Nothing needs attention` : t`No events here`}
              actions={
                <Button onClick={() => change(NO_FILTER)}>
                  <Trans>Show all events</Trans>
                </Button>
              }
            >
              {filter.shown === 'attention' ? (
                <Trans>Every event of the coming and the past week has what it needs.</Trans>
              ) : (
                <Trans>Change the filters, or add an event.</Trans>
              )}
            </EmptyState>
          }
        >
          {events => <ScheduleTable events={events} />}
        </PagedList>
      )}
    </StudioPage>
  )
})
