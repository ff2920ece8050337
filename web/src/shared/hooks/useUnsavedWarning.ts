import { useEffect } from 'react'

/** Ask before the page is closed, while it has changes that are not saved. */
export function useUnsavedWarning(isChanged: boolean): void {
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    if (isChanged) addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [isChanged])
}
