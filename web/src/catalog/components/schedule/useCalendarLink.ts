import { useLingui } from '@lingui/react/macro'
import { useCatalog } from '../../context'

/** What can be done with a calendar's address; `path` is below the site. */
export function useCalendarLink(path: string) {
  const { t } = useLingui()
  const { toasts } = useCatalog().shell
  const address = new URL(path, location.origin).href
  return {
    /** The viewer's calendar program takes it and asks again from time to time. */
    subscribe: () => location.assign(address.replace(/^https?:/, 'webcal:')),
    download: () => location.assign(address),
    async copy() {
      try {
        await navigator.clipboard.writeText(address)
        toasts.show(t`The calendar's address is copied`, { type: 'success' })
      } catch {
        toasts.show(t`It could not be copied: ${address}`, { type: 'error' })
      }
    },
  }
}
