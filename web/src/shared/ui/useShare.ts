import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { TOUCH_QUERY } from '@/shared/hooks/useMediaQuery'
import type { ToastStore } from '@/shared/notices/ToastStore'

interface ShareData {
  title: string
  url: string
}

/** Sharing: the device's own dialog on phones and tablets, else ours with the address and the code to copy. */
export function useShare(what: ShareData, toasts: Pick<ToastStore, 'show'>) {
  const { t } = useLingui()
  const [open, setOpen] = useState(false)

  async function share() {
    if (!navigator.share || !matchMedia(TOUCH_QUERY).matches) return setOpen(true)
    try {
      await navigator.share(what)
    } catch (error) {
      // Closed without a choice is no failure; refused means that only our own dialog is left.
      if (!(error instanceof DOMException && error.name === 'AbortError')) setOpen(true)
    }
  }

  async function copy(text: string) {
    try {
      await navigator.clipboard.writeText(text)
      toasts.show(text === what.url ? t`Link copied` : t`Code copied`, { type: 'success' })
      setOpen(false)
    } catch {
      toasts.show(t`Couldn’t copy. Select the text and copy it yourself.`, { type: 'error' })
    }
  }

  return { share, copy, open, close: () => setOpen(false) }
}
