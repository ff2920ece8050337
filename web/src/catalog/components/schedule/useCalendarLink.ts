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
        toasts.show(t`Calendar link copied`, { type: 'success' })
      } catch {
        toasts.show(t`Couldn’t copy the link. Copy it here: ${address}`, { type: 'error' })
      }
    },
  }
}
