import { useCallback } from 'react'
import { useNavigate } from 'react-router'

/** Goes to an address of this site, or leaves for another; the browser's way back skips the page that is left. */
export function useRedirect(): (to: string) => void {
  const navigate = useNavigate()
  return useCallback(
    (to: string) => (to.startsWith('/') ? void navigate(to, { replace: true }) : location.replace(to)),
    [navigate],
  )
}
