import { Trans } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { EditConflict } from './EditConflict'
import type { EntryEditor } from './EntryEditor'
import { OrderEffectsDialog } from './OrderEffectsDialog'

interface Props {
  editor: EntryEditor
  labels?: Readonly<Record<string, string>>
  /** Called after the pending change was made. */
  onDone: () => void
}

/** The decision that a change of an entry waits for, if any. */
export const PendingChangeDialogs = observer(function PendingChangeDialogs({
  editor,
  labels,
  onDone,
}: Props) {
  const { pending, isBusy } = editor
  const finish = async (change: Promise<boolean>) => (await change) && onDone()
  if (pending?.conflict)
    return (
      <EditConflict
        mine={pending.value ?? {}}
        theirs={pending.conflict.current}
        labels={labels}
        busy={isBusy}
        onKeepMine={() => void finish(editor.saveMine())}
        onTakeTheirs={() => editor.takeTheirs()}
        onClose={() => editor.dismiss()}
      />
    )
  if (!pending?.effects) return null
  return (
    <OrderEffectsDialog
      effects={pending.effects}
      busy={isBusy}
      action={pending.value ? <Trans>Save anyway</Trans> : <Trans>Remove anyway</Trans>}
      onConfirm={refund => void finish(editor.confirm(refund))}
      onClose={() => editor.dismiss()}
    />
  )
})
