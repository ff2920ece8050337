import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { TOUCH_QUERY } from '@/shared/hooks/useMediaQuery'
import type { ToastStore } from '@/shared/notices/ToastStore'

interface ShareData {
  title: string
  url: string
}

/** Return functions that share a URL. Phones and tablets use the share sheet of the device. Others open our dialog. */
export function useShare(data: ShareData, toasts: Pick<ToastStore, 'show'>) {
  const { t } = useLingui()
  const [open, setOpen] = useState(false)

  async function share() {
    if (!navigator.share || !matchMedia(TOUCH_QUERY).matches) return setOpen(true)
    try {
      await navigator.share(data)
    } catch (error) {
      // An `AbortError` means that the viewer closed the share sheet. Other errors need our own dialog.
      if (!(error instanceof DOMException && error.name === 'AbortError')) setOpen(true)
    }
  }

  async function copy(text: string) {
    try {
      await navigator.clipboard.writeText(text)
      toasts.show(text === data.url ? t`Link copied` : t`Code copied`, { type: 'success' })
      setOpen(false)
    } catch {
      toasts.show(t`Couldn’t copy. Select the text and copy it yourself.`, { type: 'error' })
    }
  }

  return { share, copy, open, close: () => setOpen(false) }
}
