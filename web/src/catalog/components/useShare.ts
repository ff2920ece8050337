import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useCatalog } from '../context'

interface Shared {
  title: string
  url: string
}

/** Sharing: the device's own dialog where it has one, else ours with the address to copy. */
export function useShare(what: Shared) {
  const { t } = useLingui()
  const { toasts } = useCatalog().shell
  const [open, setOpen] = useState(false)

  async function share() {
    if (!navigator.share) return setOpen(true)
    try {
      await navigator.share(what)
    } catch (error) {
      // Closed without a choice is no failure; refused means that only our own dialog is left.
      if (!(error instanceof DOMException && error.name === 'AbortError')) setOpen(true)
    }
  }

  async function copy() {
    try {
      await navigator.clipboard.writeText(what.url)
      toasts.show(t`The link is copied`, { type: 'success' })
      setOpen(false)
    } catch {
      toasts.show(t`The link could not be copied: select it and copy it by hand`, { type: 'error' })
    }
  }

  return { share, copy, open, close: () => setOpen(false) }
}
