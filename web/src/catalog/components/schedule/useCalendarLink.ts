import { useLingui } from '@lingui/react/macro'
import { useCatalog } from '../../context'

/** Return functions to subscribe to a calendar, download it, and copy its URL. `path` is the path of its file. */
export function useCalendarLink(path: string) {
  const { t } = useLingui()
  const { toasts } = useCatalog().shell
  const url = new URL(path, location.origin).href
  return {
    /** Open the viewer's calendar app, which updates the calendar regularly. */
    subscribe: () => location.assign(url.replace(/^https?:/, 'webcal:')),
    download: () => location.assign(url),
    async copy() {
      try {
        await navigator.clipboard.writeText(url)
        toasts.show(t`Calendar link copied`, { type: 'success' })
      } catch {
        toasts.show(t`Couldn’t copy the link. Copy it here: ${url}`, { type: 'error' })
      }
    },
  }
}
