import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { type FormEvent, useEffect, useId, useState } from 'react'
import { useErrorMessage } from '@/shared/http/errorMessages'
import { EntryEditor } from '@/shared/studio/EntryEditor'
import type { EntryValue } from '@/shared/studio/entries'
import { Loaded } from '@/shared/studio/Loaded'
import { PendingChangeDialogs } from '@/shared/studio/PendingChangeDialogs'
import { Button } from '@/shared/ui/Button'
import { Dialog } from '@/shared/ui/Dialog'
import { FormError } from '@/shared/ui/FormError'
import { useCatalog } from '../../../context'
import { type ResultForm, toResult, toScore } from '../../../eventForm'
import { scheduleStore } from '../../../stores/studio/ScheduleStore'
import { useFieldLabels } from './formFields'
import { ResultFields } from './ResultFields'

interface Props {
  eventKey: string
  name: string
  teams: readonly [away: string, home: string]
  onClose: () => void
  onDone: () => void
}

/** Enters the result of a game. Only the score of the entry changes. */
export const ResultDialog = observer(function ResultDialog({
  eventKey,
  name,
  teams,
  onClose,
  onDone,
}: Props) {
  const { t } = useLingui()
  const catalog = useCatalog()
  const formatError = useErrorMessage()
  const labels = useFieldLabels()
  const formId = useId()
  const [editor] = useState(() => new EntryEditor(catalog.resolve(scheduleStore).entries, 'events', eventKey))
  const [draft, setDraft] = useState<{ version?: string; changes: Partial<ResultForm> }>({ changes: {} })
  useEffect(() => void editor.load(), [editor])
  const version = editor.entry.value?.version
  // Changes of an earlier version are dropped: the operator took the version that someone else saved.
  const changes = draft.version === version ? draft.changes : {}

  function finish() {
    catalog.shell.toasts.show(t`Result saved`, { type: 'success' })
    onDone()
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    const { score, ...rest } = editor.value
    const before = score as EntryValue | undefined
    const result = toScore({ ...toResult(before), ...changes }, before)
    if (await editor.save(result ? { ...rest, score: result } : rest)) finish()
  }

  if (editor.pending) return <PendingChangeDialogs editor={editor} labels={labels} onDone={finish} />
  return (
    <Dialog
      open
      onClose={onClose}
      title={t`Result of ${name}`}
      actions={
        <>
          <Button onClick={onClose}>
            <Trans>Back</Trans>
          </Button>
          <Button kind="primary" submit form={formId} busy={editor.isBusy} disabled={!editor.entry.value}>
            <Trans>Save result</Trans>
          </Button>
        </>
      }
    >
      <Loaded
        source={editor.entry}
        errorTitle={t`The event could not be loaded`}
        onRetry={() => void editor.load()}
      >
        {({ value }) => (
          <form id={formId} className="stack" onSubmit={event => void submit(event)}>
            <ResultFields
              result={{ ...toResult(value.score as EntryValue | undefined), ...changes }}
              onChange={change => setDraft({ version, changes: { ...changes, ...change } })}
              errors={editor.errors}
              teams={teams}
              autoFocus
            />
            {editor.errorMessage ? <FormError message={formatError(editor.errorMessage)} /> : null}
          </form>
        )}
      </Loaded>
    </Dialog>
  )
})
