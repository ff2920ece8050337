import { Route, Routes } from 'react-router'
import EventPage from './EventPage'
import NewEvent from './NewEvent'
import ScheduleList from './ScheduleList'

/** `/studio/schedule` and everything below it: the schedule, a new event, and the page of each event. */
export default function Schedule() {
  return (
    <Routes>
      <Route index element={<ScheduleList />} />
      <Route path="new" element={<NewEvent />} />
      <Route path=":key/*" element={<EventPage />} />
    </Routes>
  )
}
