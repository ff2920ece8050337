import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useState } from 'react'
import { Button } from '@/shared/ui/Button'
import { Dialog } from '@/shared/ui/Dialog'
import { EditConflict } from './EditConflict'
import type { EntryEditor } from './EntryEditor'
import { OrderEffects } from './OrderEffects'

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
  const { t } = useLingui()
  const [refund, setRefund] = useState(true)
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
    <Dialog
      open
      onClose={() => editor.dismiss()}
      title={t`This change affects buyers`}
      description={t`Nothing is saved yet. These paid orders lose something:`}
      actions={
        <>
          <Button onClick={() => editor.dismiss()}>
            <Trans>Back</Trans>
          </Button>
          <Button kind="danger" busy={isBusy} onClick={() => void finish(editor.confirm(refund))}>
            {pending.value ? <Trans>Save anyway</Trans> : <Trans>Remove anyway</Trans>}
          </Button>
        </>
      }
    >
      <OrderEffects effects={pending.effects} refund={refund} onRefund={setRefund} />
    </Dialog>
  )
})
