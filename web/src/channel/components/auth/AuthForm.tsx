import { Trans } from '@lingui/react/macro'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { Button } from '@/shared/ui/Button'
import { FormError } from '@/shared/ui/FormError'
import './Auth.css'

interface Props {
  onSubmit: () => Promise<unknown>
  busy: boolean
  /** The error of the complete form, in the page's language. */
  errorMessage?: string | null
  /** The label of the submit button. */
  action: ReactNode
  danger?: boolean
  children?: ReactNode
}

/**
 * A form of the authentication screens.
 *
 * The app validates its fields, not the browser. After a rejected try the first invalid field gets the focus.
 */
export function AuthForm({ onSubmit, busy, errorMessage = null, action, danger, children }: Props) {
  const form = useRef<HTMLFormElement>(null)
  const [tries, setTries] = useState(0)

  // Runs after each try, when the page has rendered the errors.
  useEffect(() => {
    if (tries > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [tries])

  async function handleSubmit(event: FormEvent) {
    event.preventDefault()
    await onSubmit()
    setTries(count => count + 1)
  }

  return (
    <form ref={form} className="stack stack--6" noValidate onSubmit={handleSubmit}>
      {children ? (
        <div className="stack">
          {children}
          <FormError message={errorMessage} />
        </div>
      ) : (
        <FormError message={errorMessage} />
      )}
      <Button submit kind={danger ? 'danger' : 'primary'} size="l" block busy={busy}>
        {action}
      </Button>
      <p className="sr-only" role="status">
        {busy ? <Trans>One moment</Trans> : null}
      </p>
    </form>
  )
}
