import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useEffect, useState } from 'react'
import { ConfirmDialog } from '@/shared/studio/ConfirmDialog'
import { OrderEffects } from '@/shared/studio/OrderEffects'
import { CheckField } from '@/shared/ui/CheckField'
import { SkeletonLine } from '@/shared/ui/Skeleton'
import { useChannel } from '../../context'
import type { UndoPreview } from '../../revisionsApi'
import { activityStore } from '../../stores/ActivityStore'
import { RevisionUndo } from '../../stores/RevisionUndo'
import { UndoConflicts, UndoneFields } from './UndoneFields'

interface Props {
  revision: number
  isMerge: boolean
  onDone: () => void
  onClose: () => void
}

const SKELETON_LINES = [64, 80, 48]

/** What an undo changes back, what was changed again since, and what it does to buyers. */
export default observer(function UndoDialog({ revision, isMerge, onDone, onClose }: Props) {
  const { t } = useLingui()
  const channel = useChannel()
  const [undo] = useState(() => new RevisionUndo(channel.resolve(activityStore).revisions, revision))
  useEffect(() => void undo.load(), [undo])
  const { form, preview } = undo
  const canUndo = Boolean(preview?.changes.length)

  async function confirm() {
    if (!(await undo.undo())) return
    channel.shell.toasts.show(t`Revision ${revision} was undone`, { type: 'success' })
    onDone()
  }

  return (
    <ConfirmDialog
      form={form}
      title={t`Undo revision ${revision}`}
      description={t`The undo is a new revision. You can undo it, too. Later changes of other fields stay.`}
      action={preview?.effects.length ? <Trans>Undo anyway</Trans> : <Trans>Undo revision</Trans>}
      closeLabel={<Trans>Back</Trans>}
      danger={Boolean(preview?.effects.length)}
      disabled={!canUndo}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      {preview ? (
        <Preview preview={preview} undo={undo} isMerge={isMerge} />
      ) : form.isBusy ? (
        <div className="stack" role="status" aria-label={t`Loading`}>
          {SKELETON_LINES.map(width => (
            <SkeletonLine key={width} width={width} />
          ))}
        </div>
      ) : null}
    </ConfirmDialog>
  )
})

interface PreviewProps {
  preview: UndoPreview
  undo: RevisionUndo
  isMerge: boolean
}

const Preview = observer(function Preview({ preview, undo, isMerge }: PreviewProps) {
  const { changes, conflicts, effects } = preview
  const { form } = undo
  const { force, refund } = form.values
  if (!changes.length && !conflicts.length)
    return (
      <p>
        <Trans>This revision is undone already. There is nothing to change back.</Trans>
      </p>
    )
  return (
    <>
      {changes.length ? (
        <UndoneFields changes={changes} />
      ) : (
        <p>
          <Trans>Nothing changes back, because later changes replaced everything.</Trans>
        </p>
      )}
      {conflicts.length ? (
        <section className="stack">
          <UndoConflicts conflicts={conflicts} isRestored={force} />
          <CheckField
            checked={force}
            disabled={form.isBusy}
            onChange={event => void undo.setForce(event.target.checked)}
          >
            <Trans>Restore these fields, too</Trans>
          </CheckField>
        </section>
      ) : null}
      {isMerge ? (
        <p className="hint">
          <Trans>Orders, favorites and reminders that moved in the merge stay where they are.</Trans>
        </p>
      ) : null}
      {effects.length ? (
        <section className="stack">
          <h3 className="h4">
            <Trans>This undo affects buyers</Trans>
          </h3>
          <OrderEffects effects={effects} refund={refund} onRefund={value => form.change('refund', value)} />
        </section>
      ) : null}
    </>
  )
})
