import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useCallback, useEffect } from 'react'
import { Route } from 'react-router'
import { serverNow } from '@/shared/clock'
import { formatDate } from '@/shared/format/dates'
import { useInterval } from '@/shared/hooks/useInterval'
import { Loaded } from '@/shared/studio/Loaded'
import { useOpenRooms } from '@/shared/studio/openRooms'
import { RoomRoutes } from '@/shared/studio/RoomRoutes'
import { StudioPage } from '@/shared/studio/StudioPage'
import { LinkButton } from '@/shared/ui/Button'
import { AssignedEvents } from '../../components/studio/today/AssignedEvents'
import { CalmDay } from '../../components/studio/today/CalmDay'
import { LiveNow } from '../../components/studio/today/LiveNow'
import { PlannedEvents } from '../../components/studio/today/PlannedEvents'
import { SetupSteps } from '../../components/studio/today/SetupSteps'
import { WaitingList } from '../../components/studio/today/WaitingList'
import { useCatalog } from '../../context'
import { todayStore } from '../../stores/studio/TodayStore'
import type { Today as TodayParts } from '../../todayApi'
import AssignedEvent from './AssignedEvent'
import '@/shared/ui/Panel.css'
import '../../components/studio/today/Today.css'

const REFRESH_MS = 30_000

/** `/studio/today`: what is live, starts and waits. A scorekeeper opens the assigned events below it. */
export default function Today() {
  return (
    <RoomRoutes>
      <Route index element={<Overview />} />
      <Route path=":id" element={<AssignedEvent />} />
    </RoomRoutes>
  )
}

const Overview = observer(function Overview() {
  const { t, i18n } = useLingui()
  const catalog = useCatalog()
  const store = catalog.resolve(todayStore)
  const { time_zone: timeZone } = catalog.shell.channel.settings
  const isEditor = useOpenRooms().has('schedule')
  const load = useCallback(() => void store.load(), [store])
  useEffect(load, [load])
  useInterval(load, REFRESH_MS)
  return (
    <StudioPage
      title={t`Today`}
      lede={formatDate(serverNow(), i18n.locale, {
        weekday: 'long',
        day: 'numeric',
        month: 'long',
        timeZone,
      })}
      actions={isEditor ? <ScheduleActions /> : null}
    >
      <Loaded source={store.today} errorTitle={t`Today could not be loaded`} onRetry={load}>
        {today => <Parts today={today} />}
      </Loaded>
    </StudioPage>
  )
})

/** The two ways to add events. */
const ScheduleActions = () => (
  <>
    <LinkButton icon="download" to="/studio/schedule/import">
      <Trans>Import a schedule</Trans>
    </LinkButton>
    <LinkButton kind="primary" icon="plus" to="/studio/schedule/new">
      <Trans>New event</Trans>
    </LinkButton>
  </>
)

function Parts({ today }: { today: TodayParts }) {
  const { live, planned, assigned, steps, waiting } = today
  if (assigned) return <AssignedEvents events={assigned} />
  const failed = [...today.failed_videos, ...today.failed_library_videos, ...today.failed_replies]
  const isCalm = ![live, planned, waiting, failed].some(part => part?.length)
  return (
    <div className="today">
      <div className="today__events">
        {steps ? <SetupSteps steps={steps} /> : null}
        {live?.length ? <LiveNow events={live} /> : null}
        {planned?.length ? <PlannedEvents events={planned} /> : null}
        {isCalm && !steps ? <CalmDay next={today.next_event} /> : null}
      </div>
      {waiting.length || failed.length ? <WaitingList today={today} /> : null}
    </div>
  )
}
