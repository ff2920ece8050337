import { Route, Routes } from 'react-router'
import EventVideo from './EventVideo'

/** `/studio/schedule`: the pages of the room. */
export default function ScheduleRoom() {
  return (
    <Routes>
      <Route path=":key/video" element={<EventVideo />} />
    </Routes>
  )
}
