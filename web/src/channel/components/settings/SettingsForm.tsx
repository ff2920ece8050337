import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { type FormEvent, useState } from 'react'
import { useUnsavedWarning } from '@/shared/hooks/useUnsavedWarning'
import { useErrorMessage } from '@/shared/http/errorMessages'
import { Form } from '@/shared/stores/Form'
import type { EntryEditor } from '@/shared/studio/EntryEditor'
import type { Entry } from '@/shared/studio/entries'
import { PendingChangeDialogs } from '@/shared/studio/PendingChangeDialogs'
import { Button } from '@/shared/ui/Button'
import { FormError } from '@/shared/ui/FormError'
import { type ChannelSettings, FIELD_PATHS, readSettings, writeSettings } from '../../channelSettings'
import { MakeGoodFields } from './MakeGoodFields'
import { AccessFields, ClipFields, GeneralFields, VisitorFields } from './SettingsFields'

interface Props {
  editor: EntryEditor
  entry: Entry
  onSaved: () => void
}

/** The form of the channel's settings. One save is one revision. */
export const SettingsForm = observer(function SettingsForm({ editor, entry, onSaved }: Props) {
  const { t } = useLingui()
  const formatError = useErrorMessage()
  const [form] = useState(() => new Form<ChannelSettings>(readSettings(entry.value)))
  const isChanged = JSON.stringify(form.values) !== JSON.stringify(readSettings(entry.value))
  useUnsavedWarning(isChanged)

  function submit(event: FormEvent) {
    event.preventDefault()
    void editor.save(writeSettings(entry.value, form.values)).then(isSaved => isSaved && onSaved())
  }

  const errorOf = (name: keyof ChannelSettings) => {
    const [error] = editor.errorsOf(FIELD_PATHS[name])
    return error && formatError(error)
  }
  const messages = [
    ...editor.errorsBeside(Object.values(FIELD_PATHS)).map(formatError),
    ...(editor.errorMessage ? [formatError(editor.errorMessage)] : []),
  ]
  const fields = { form, errorOf }

  return (
    <form className="stack stack--6" onSubmit={submit} noValidate>
      <GeneralFields {...fields} />
      <AccessFields {...fields} />
      <VisitorFields {...fields} />
      <ClipFields {...fields} />
      <MakeGoodFields {...fields} />
      <FormError message={messages.length ? messages.join(' ') : null} />
      <div className="actions settings-actions">
        <Button kind="primary" submit busy={editor.isBusy} disabled={!isChanged}>
          <Trans>Save</Trans>
        </Button>
        <Button kind="quiet" disabled={!isChanged} onClick={() => form.clear()}>
          <Trans>Discard changes</Trans>
        </Button>
      </div>
      <PendingChangeDialogs
        editor={editor}
        labels={{ settings: t`Settings`, domains: t`Domains`, languages: t`Languages` }}
        onDone={onSaved}
      />
    </form>
  )
})
