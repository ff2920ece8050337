import { useEffect, useRef, useState } from 'react'
import { Navigate, useNavigate } from 'react-router'
import type { Redirect } from './guards'

/** Navigates to the redirect of a guard. */
export function GuardRedirect({ redirect }: { redirect: Redirect }) {
  if (redirect !== 'back') return <Navigate to={redirect.to} replace />
  // React Router stores the number of steps in `idx`. The first page has no page to go back to.
  return window.history.state?.idx === 0 ? <Navigate to="/" replace /> : <GoBack />
}

function GoBack() {
  const navigate = useNavigate()
  const hasNavigated = useRef(false)
  // Go back only once. In development, React runs every effect twice.
  useEffect(() => {
    if (!hasNavigated.current) void navigate(-1)
    hasNavigated.current = true
  }, [navigate])
  return null
}

/** Return the path before the current one, or null for the first path since the page load. */
export function usePreviousPath(path: string): string | null {
  const [paths, setPaths] = useState<{ now: string; before: string | null }>({ now: path, before: null })
  if (paths.now === path) return paths.before
  setPaths({ now: path, before: paths.now })
  return paths.now
}
