import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import type { FormEvent } from 'react'
import { useUnsavedWarning } from '@/shared/hooks/useUnsavedWarning'
import { useErrorMessage } from '@/shared/http/errorMessages'
import type { EntryEditor } from '@/shared/studio/EntryEditor'
import type { EntryValue } from '@/shared/studio/entries'
import { PendingChangeDialogs } from '@/shared/studio/PendingChangeDialogs'
import { Button, LinkButton } from '@/shared/ui/Button'
import { FormError } from '@/shared/ui/FormError'
import { type ContentSection, completeEntry, withField } from '../../contentFields'
import { useCatalog } from '../../context'
import { ContentFields } from './ContentFields'

interface Props {
  section: ContentSection
  editor: EntryEditor
  /** Returns the value to save. */
  toSaved?: (value: EntryValue) => EntryValue
  onSaved: () => void
}

/** The form of an entry: its fields with their errors, and the decision that a change waits for. */
export const EntryForm = observer(function EntryForm({ section, editor, toSaved, onSaved }: Props) {
  const { t } = useLingui()
  const { language } = useCatalog().shell.channel.settings
  const formatError = useErrorMessage()
  const { value, isChanged, errorMessage } = editor
  const otherErrors = editor.errorsBeside(section.fields.map(({ name }) => name))

  useUnsavedWarning(isChanged)

  function errorOf(path: string): string | undefined {
    const [error] = editor.errorsOf(path)
    return error && formatError(error)
  }

  async function save(event: FormEvent) {
    event.preventDefault()
    const complete = completeEntry(section, value, language)
    if (await editor.save(toSaved ? toSaved(complete) : complete)) onSaved()
  }

  return (
    <form className="content-form" onSubmit={event => void save(event)} noValidate>
      <ContentFields
        fields={section.fields}
        value={value}
        errorOf={errorOf}
        onChange={(name, part, path) => editor.change(path, withField(editor.value, name, part))}
      />
      {otherErrors.length || errorMessage ? (
        <FormError
          message={[...otherErrors, ...(errorMessage ? [errorMessage] : [])].map(formatError).join(' ')}
        />
      ) : null}
      <div className="actions content-form__actions">
        <Button kind="primary" submit busy={editor.isBusy} disabled={!isChanged}>
          <Trans>Save</Trans>
        </Button>
        <LinkButton kind="quiet" to={`/studio/content/${section.path}`}>
          {isChanged ? <Trans>Cancel</Trans> : <Trans>Close</Trans>}
        </LinkButton>
      </div>
      <PendingChangeDialogs
        editor={editor}
        labels={Object.fromEntries(section.fields.map(({ name, label }) => [name, t(label)]))}
        onDone={onSaved}
      />
    </form>
  )
})
