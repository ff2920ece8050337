import { useCallback } from 'react'
import { useNavigate } from 'react-router'

/** Return a function that redirects to a path or an external URL. It replaces the current history entry. */
export function useRedirect(): (to: string) => void {
  const navigate = useNavigate()
  return useCallback(
    (to: string) => (to.startsWith('/') ? void navigate(to, { replace: true }) : location.replace(to)),
    [navigate],
  )
}
