import type { ReactNode } from 'react'
import { Navigate, Route, Routes } from 'react-router'

/** The pages of a room, or the tabs of a page. Every other address is not found. */
export function RoomRoutes({ children }: { children: ReactNode }) {
  return (
    <Routes>
      {children}
      <Route path="*" element={<Navigate to="/404" replace />} />
    </Routes>
  )
}
