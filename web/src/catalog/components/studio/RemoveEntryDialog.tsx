import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useState } from 'react'
import { useErrorMessage } from '@/shared/http/errorMessages'
import { EntryEditor } from '@/shared/studio/EntryEditor'
import type { Entry } from '@/shared/studio/entries'
import { PendingChangeDialogs } from '@/shared/studio/PendingChangeDialogs'
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
const RemoveEntryDialog = observer(function RemoveEntryDialog({ entry, name, onClose }: Props) {
  const { t } = useLingui()
  const catalog = useCatalog()
  const store = catalog.resolve(entriesStore)
  const formatError = useErrorMessage()
  const [editor] = useState(() => new EntryEditor(store.api, entry.section, entry.key, entry))
  const [error = editor.errorMessage] = editor.errorsBeside([])

  function finish() {
    catalog.shell.toasts.show(t`${name} was removed`, { type: 'success' })
    onClose()
    void store.load(entry.section)
  }

  if (editor.pending) return <PendingChangeDialogs editor={editor} onDone={finish} />
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
          <Button
            kind="danger"
            busy={editor.isBusy}
            onClick={() => void editor.remove().then(isRemoved => isRemoved && finish())}
          >
            <Trans>Remove</Trans>
          </Button>
        </>
      }
    >
      <FormError message={error ? formatError(error) : null} />
    </Dialog>
  )
})
export default RemoveEntryDialog
