import { useEffect, useRef, useState } from 'react'
import { Navigate, useNavigate } from 'react-router'
import type { Redirect } from './guards'

/** Goes the way that a guard points. */
export function GuardRedirect({ way }: { way: Redirect }) {
  if (way !== 'back') return <Navigate to={way.to} replace />
  // React Router counts the steps; where this is the first one, there is none to go back to.
  return window.history.state?.idx === 0 ? <Navigate to="/" replace /> : <GoBack />
}

function GoBack() {
  const navigate = useNavigate()
  const gone = useRef(false)
  // Once, even where React tries every effect twice (development).
  useEffect(() => {
    if (!gone.current) void navigate(-1)
    gone.current = true
  }, [navigate])
  return null
}

/** The address that this one took the place of or came after, since the page was loaded. */
export function usePreviousPath(path: string): string | null {
  const [paths, setPaths] = useState<{ now: string; before: string | null }>({ now: path, before: null })
  if (paths.now === path) return paths.before
  setPaths({ now: path, before: paths.now })
  return paths.now
}
