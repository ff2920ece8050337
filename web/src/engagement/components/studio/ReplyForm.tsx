import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useState } from 'react'
import { useErrorMessage } from '@/shared/http/errorMessages'
import type { ErrorMessage } from '@/shared/http/errors'
import { Button } from '@/shared/ui/Button'
import { Field } from '@/shared/ui/Field'
import { FormError } from '@/shared/ui/FormError'
import { useEngagement } from '../../context'
import type { FormRequest } from '../../requestsApi'
import { requestsStore } from '../../stores/RequestsStore'

const MAX_LENGTH = 10_000

interface Props {
  request: FormRequest
  onSent: () => void
}

/** The form for an answer by email. The draft stays while the operator reads other requests. */
export const ReplyForm = observer(function ReplyForm({ request, onSent }: Props) {
  const { t } = useLingui()
  const store = useEngagement().resolve(requestsStore)
  const getMessage = useErrorMessage()
  const [error, setError] = useState<ErrorMessage | null>(null)
  const draft = store.drafts.get(request.id) ?? ''
  const { recipient } = request
  if (!recipient)
    return (
      <p className="hint">
        <Trans>The sender left no email address, so you cannot answer by email.</Trans>
      </p>
    )
  const send = async (close: boolean) => {
    const problem = draft.trim() ? await store.reply(request, close) : { code: 'errors.required' }
    setError(problem)
    if (!problem) onSent()
  }
  return (
    <form
      className="stack"
      onSubmit={event => {
        event.preventDefault()
        void send(true)
      }}
    >
      <Field label={t`Your answer`} hint={t`It is emailed to ${recipient} in the channel’s name.`}>
        {ids => (
          <textarea
            {...ids}
            className="input textarea"
            rows={6}
            maxLength={MAX_LENGTH}
            value={draft}
            onChange={event => store.setDraft(request.id, event.target.value)}
          />
        )}
      </Field>
      <FormError message={error && getMessage(error)} />
      {store.hasConflict ? (
        <p role="status">
          <Trans>The request above is up to date. Your answer is still here.</Trans>
        </p>
      ) : null}
      <div className="actions">
        <Button submit kind="primary" busy={store.isBusy}>
          <Trans>Send and close</Trans>
        </Button>
        <Button busy={store.isBusy} onClick={() => void send(false)}>
          <Trans>Send</Trans>
        </Button>
      </div>
    </form>
  )
})
