import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useErrorMessage } from '@/shared/http/errorMessages'
import type { Entry } from '@/shared/studio/entries'
import { Button } from '@/shared/ui/Button'
import { Dialog } from '@/shared/ui/Dialog'
import { FormError } from '@/shared/ui/FormError'
import { useCatalog } from '../../context'
import { entriesStore } from '../../stores/EntriesStore'

interface Props {
  entry: Entry
  name: string
  onClose: () => void
}

/** The confirmation to remove an entry. If other entries still use it, the server's sentence says which. */
export default function RemoveEntryDialog({ entry, name, onClose }: Props) {
  const { t } = useLingui()
  const catalog = useCatalog()
  const store = catalog.resolve(entriesStore)
  const formatError = useErrorMessage()
  const [refusal, setRefusal] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)

  async function remove() {
    setBusy(true)
    const error = await store.remove(entry)
    setBusy(false)
    if (error) return setRefusal(formatError(error))
    catalog.shell.toasts.show(t`${name} was removed`, { type: 'success' })
    onClose()
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={t`Remove ${name}?`}
      description={t`It disappears from the site at once.`}
      actions={
        <>
          <Button onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button kind="danger" busy={busy} onClick={() => void remove()}>
            <Trans>Remove</Trans>
          </Button>
        </>
      }
    >
      <FormError message={refusal} />
    </Dialog>
  )
}
