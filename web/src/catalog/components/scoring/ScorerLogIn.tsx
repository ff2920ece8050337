import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useDocumentTitle } from '@/shared/hooks/useDocumentTitle'
import { useErrorMessage } from '@/shared/http/errorMessages'
import { Form } from '@/shared/stores/Form'
import { Button } from '@/shared/ui/Button'
import { TextField } from '@/shared/ui/Field'
import { FormError } from '@/shared/ui/FormError'
import './Scorer.css'

interface Props {
  savedName: string
  /** What ended an earlier session. */
  notice: ReactNode
  logIn: (pin: string, name: string) => Promise<string>
  onEntered: (sessionToken: string, name: string) => void
}

/** Asks for the PIN of a scorer link, and for the name that the others see. */
export const ScorerLogIn = observer(function ScorerLogIn({ savedName, notice, logIn, onEntered }: Props) {
  const { t } = useLingui()
  const formatError = useErrorMessage()
  const [form] = useState(() => new Form({ pin: '', name: savedName }))
  useDocumentTitle(t`Keep the score`)

  async function submit(event: FormEvent) {
    event.preventDefault()
    const sent = await form.submit(({ pin, name }) => logIn(pin.replaceAll(/\s/g, ''), name))
    if (sent) onEntered(sent.result, form.values.name.trim())
  }

  const errorOf = (field: string) => {
    const error = form.errorOf(field)
    return error ? formatError(error) : undefined
  }
  return (
    <div className="scorer-log-in" data-look="light">
      <form className="scorer-log-in__form stack" onSubmit={event => void submit(event)}>
        <h1 className="display h2" tabIndex={-1}>
          <Trans>Keep the score</Trans>
        </h1>
        {notice ? (
          <p className="scorer-log-in__notice" role="alert">
            {notice}
          </p>
        ) : null}
        <p className="muted">
          <Trans>Enter the PIN that came with the link. The other scorers see your name.</Trans>
        </p>
        <TextField
          className="scorer-log-in__pin tabular-nums"
          label={t`PIN`}
          inputMode="numeric"
          autoComplete="off"
          required
          pattern="[0-9 ]*"
          error={errorOf('pin')}
          value={form.values.pin}
          onChange={event => form.change('pin', event.target.value)}
        />
        <TextField
          label={t`Your name`}
          autoComplete="given-name"
          required
          maxLength={40}
          error={errorOf('name')}
          value={form.values.name}
          onChange={event => form.change('name', event.target.value)}
        />
        <FormError message={form.errorMessage ? formatError(form.errorMessage) : null} />
        <Button kind="primary" size="l" block submit busy={form.isBusy}>
          <Trans>Keep the score</Trans>
        </Button>
      </form>
    </div>
  )
})
