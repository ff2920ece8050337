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
import type { ContentSection } from '../../contentFields'
import { useCatalog } from '../../context'
import { entriesStore } from '../../stores/EntriesStore'

interface Props {
  section: ContentSection
  entry: Entry
  name: string
  onClose: () => void
}

/** The confirmation to remove an entry, or to reset a built-in one. If other entries still use it, the server's sentence says which. */
const RemoveEntryDialog = observer(function RemoveEntryDialog({ section, entry, name, onClose }: Props) {
  const { t } = useLingui()
  const catalog = useCatalog()
  const store = catalog.resolve(entriesStore)
  const formatError = useErrorMessage()
  const [editor] = useState(() => new EntryEditor(store.api, entry.section, entry.key, entry))
  const [error = editor.errorMessage] = editor.errorsBeside([])
  const places = Object.keys(editor.errors)
    .filter(place => place.includes('['))
    .join(', ')
  const isReset = entry.key === section.builtIn?.key

  function finish() {
    catalog.shell.toasts.show(isReset ? t`${name} was reset` : t`${name} was removed`, { type: 'success' })
    onClose()
    void store.load(entry.section)
  }

  if (editor.pending) return <PendingChangeDialogs editor={editor} onDone={finish} />
  return (
    <Dialog
      open
      onClose={onClose}
      title={isReset ? t`Reset ${name}?` : t`Remove ${name}?`}
      description={
        isReset
          ? t`It gets its standard texts and fields again. Requests that it received stay.`
          : t`It disappears from the site at once.`
      }
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
            {isReset ? <Trans>Reset</Trans> : <Trans>Remove</Trans>}
          </Button>
        </>
      }
    >
      {section.removeNote && !isReset ? <p>{t(section.removeNote)}</p> : null}
      {places ? (
        <p>
          <Trans>Still used here: {places}</Trans>
        </p>
      ) : null}
      <FormError message={error ? formatError(error) : null} />
    </Dialog>
  )
})
export default RemoveEntryDialog
