import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { type FormEvent, useEffect } from 'react'
import { useErrorMessage } from '@/shared/http/errorMessages'
import { lazyComponent } from '@/shared/loading/lazyComponent'
import type { Entry } from '@/shared/studio/entries'
import { Button, LinkButton } from '@/shared/ui/Button'
import { FormError } from '@/shared/ui/FormError'
import { type ContentSection, readField } from '../../contentSections'
import type { ContentEditor } from '../../stores/ContentEditor'
import { ContentFieldInput } from './ContentFieldInput'

const EditConflict = lazyComponent(() =>
  import('@/shared/studio/EditConflict').then(({ EditConflict }) => ({ default: EditConflict })),
)

interface Props {
  section: ContentSection
  editor: ContentEditor
  onSaved: (entry: Entry) => void
}

/** The form of an entry: its fields with their errors, and the dialog if someone else changed the entry. */
export const EntryForm = observer(function EntryForm({ section, editor, onSaved }: Props) {
  const { t } = useLingui()
  const formatError = useErrorMessage()
  const { form, conflict } = editor
  const otherErrors = [...editor.otherErrors, ...(form.errorMessage ? [form.errorMessage] : [])]
  const { isChanged } = editor

  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    if (isChanged) addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [isChanged])

  const finish = (entry: Entry | null) => entry && onSaved(entry)

  function save(event: FormEvent) {
    event.preventDefault()
    void editor.save().then(finish)
  }

  return (
    <form className="content-form" onSubmit={save} noValidate>
      {section.fields.map(field => {
        const error = editor.errorOf(field.name)
        return (
          <ContentFieldInput
            key={field.name}
            field={field}
            value={readField(editor.value, field.name)}
            error={error && formatError(error)}
            onChange={value => editor.change(field.name, value)}
          />
        )
      })}
      {otherErrors.length ? <FormError message={otherErrors.map(formatError).join(' ')} /> : null}
      <div className="actions content-form__actions">
        <Button kind="primary" submit busy={form.isBusy} disabled={!isChanged}>
          <Trans>Save</Trans>
        </Button>
        <LinkButton kind="quiet" to={`/studio/content/${section.path}`}>
          {isChanged ? <Trans>Cancel</Trans> : <Trans>Close</Trans>}
        </LinkButton>
      </div>
      {conflict ? (
        <EditConflict
          mine={editor.value}
          theirs={conflict.current}
          labels={Object.fromEntries(section.fields.map(({ name, label }) => [name, t(label)]))}
          busy={form.isBusy}
          onKeepMine={() => void editor.keepMine().then(finish)}
          onTakeTheirs={() => editor.takeTheirs()}
          onClose={() => editor.closeConflict()}
        />
      ) : null}
    </form>
  )
})
