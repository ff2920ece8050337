import { Trans } from '@lingui/react/macro'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { Button } from '@/shared/ui/Button'
import { FormError } from '@/shared/ui/FormError'
import './Auth.css'

interface Props {
  onSubmit: () => Promise<unknown>
  busy: boolean
  /** Why all of it was refused, in the page's language. */
  errorMessage?: string | null
  /** What its button says. */
  action: ReactNode
  danger?: boolean
  children?: ReactNode
}

/**
 * A form of the authentication screens: it is checked by our own rules and in our own words, and after
 * a refusal the focus stands in the first field that is wrong.
 */
export function AuthForm({ onSubmit, busy, errorMessage: refusal = null, action, danger, children }: Props) {
  const form = useRef<HTMLFormElement>(null)
  const [tries, setTries] = useState(0)

  // Every try looks for what is wrong, once the page says so.
  useEffect(() => {
    if (tries > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [tries])

  async function send(event: FormEvent) {
    event.preventDefault()
    await onSubmit()
    setTries(before => before + 1)
  }

  return (
    <form ref={form} className="stack stack--6" noValidate onSubmit={send}>
      {children ? (
        <div className="stack">
          {children}
          <FormError sentence={refusal} />
        </div>
      ) : (
        <FormError sentence={refusal} />
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
