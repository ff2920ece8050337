import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { type SubmitEvent, useState } from 'react'
import { Button } from '@/shared/ui/Button'
import { Field, TextField } from '@/shared/ui/Field'
import { MAX_FILE_BYTES, type ScheduleImportStore } from '../../../stores/studio/ScheduleImportStore'

/** The first step: a file, or text that was copied from a spreadsheet. */
export const ImportFilePanel = observer(function ImportFilePanel({ store }: { store: ScheduleImportStore }) {
  const { t } = useLingui()
  const [file, setFile] = useState<File | null>(null)
  const [text, setText] = useState('')
  const [source, setSource] = useState('')
  const isTooLarge = (file?.size ?? text.length) > MAX_FILE_BYTES

  const chooseFile = (chosen: File | null) => {
    setFile(chosen)
    if (chosen) setSource(chosen.name.replace(/\.[^.]+$/, ''))
  }
  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    if (isTooLarge || !(file || text.trim())) return
    const bytes = file ? new Uint8Array(await file.arrayBuffer()) : new TextEncoder().encode(text)
    await store.open(bytes, source.trim() || t`Schedule`)
  }

  return (
    <form className="panel stack" noValidate onSubmit={event => void submit(event)}>
      <Field
        label={t`File`}
        hint={t`CSV from Excel, Google Sheets or a league site, or iCalendar (.ics).`}
        error={isTooLarge ? t`This file is too large. Split it, and import each part.` : null}
      >
        {ids => (
          <input
            {...ids}
            className="input import-file"
            type="file"
            accept=".csv,.tsv,.txt,.ics,text/csv,text/calendar"
            onChange={event => chooseFile(event.target.files?.[0] ?? null)}
          />
        )}
      </Field>
      {file ? null : (
        <Field label={t`Or paste the schedule`} hint={t`The first line names the columns.`}>
          {ids => (
            <textarea
              {...ids}
              className="input"
              rows={6}
              value={text}
              onChange={event => setText(event.target.value)}
            />
          )}
        </Field>
      )}
      <TextField
        label={t`Name of the source`}
        hint={t`Use the same name the next time, so that the same games are updated.`}
        value={source}
        maxLength={120}
        onChange={event => setSource(event.target.value)}
      />
      <div className="actions">
        <Button kind="primary" submit disabled={!(file || text.trim()) || isTooLarge}>
          <Trans>Show preview</Trans>
        </Button>
      </div>
    </form>
  )
})
