import { useLingui } from '@lingui/react/macro'
import { useChannel } from '../../context'

/** Return a function that copies a text and shows a message. */
export function useCopy() {
  const { t } = useLingui()
  const { toasts } = useChannel().shell
  return async (text: string, message: string) => {
    try {
      await navigator.clipboard.writeText(text)
      toasts.show(message, { type: 'success' })
    } catch {
      toasts.show(t`Couldn’t copy. Select the text and copy it yourself.`, { type: 'error' })
    }
  }
}
