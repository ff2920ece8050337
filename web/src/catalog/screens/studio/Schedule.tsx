import { Route } from 'react-router'
import { lazyScreen } from '@/shared/loading/screens'
import { RoomRoutes } from '@/shared/studio/RoomRoutes'
import EventPage from './EventPage'
import NewEvent from './NewEvent'
import ScheduleList from './ScheduleList'

const ScheduleImport = lazyScreen(() => import('./ScheduleImport'))

/** `/studio/schedule` and everything below it: the schedule, a new event, the import, and each event. */
export default function Schedule() {
  return (
    <RoomRoutes>
      <Route index element={<ScheduleList />} />
      <Route path="new" element={<NewEvent />} />
      <Route path="import" element={<ScheduleImport />} />
      <Route path=":key/*" element={<EventPage />} />
    </RoomRoutes>
  )
}
