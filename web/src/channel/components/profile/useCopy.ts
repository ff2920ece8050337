import { useLingui } from '@lingui/react/macro'
import { useChannel } from '../../context'

/** Copies a text, and says so in the words it is given. */
export function useCopy() {
  const { t } = useLingui()
  const { toasts } = useChannel().shell
  return async (text: string, done: string) => {
    try {
      await navigator.clipboard.writeText(text)
      toasts.show(done, { type: 'success' })
    } catch {
      toasts.show(t`Couldn’t copy. Select the text and copy it yourself.`, { type: 'error' })
    }
  }
}
