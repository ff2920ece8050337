import { useLingui } from '@lingui/react/macro'
import type { ToastStore } from '../notices/ToastStore'

/** Return a function that copies a text and shows a message. */
export function useCopy(toasts: ToastStore) {
  const { t } = useLingui()
  return async (text: string, message: string) => {
    try {
      await navigator.clipboard.writeText(text)
      toasts.show(message, { type: 'success' })
    } catch {
      toasts.show(t`Couldn’t copy. Select the text and copy it yourself.`, { type: 'error' })
    }
  }
}
