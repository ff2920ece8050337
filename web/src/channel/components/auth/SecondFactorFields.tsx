import { Trans, useLingui } from '@lingui/react/macro'
import { type ChangeEvent, useEffect, useRef, useState } from 'react'
import { TextField } from '@/shared/ui/Field'

interface Props {
  field: {
    name: string
    value: string
    error?: string
    onChange: (event: ChangeEvent<HTMLInputElement>) => void
  }
}

/** The code of an authenticator app, or one of the recovery codes that were kept for the day the phone is gone. */
export function SecondFactorFields({ field }: Props) {
  const { t } = useLingui()
  const [recovery, setRecovery] = useState(false)
  const place = useRef<HTMLDivElement>(null)

  // Here the next thing to do is always this field.
  useEffect(() => {
    place.current?.querySelector('input')?.focus()
  }, [recovery])

  return (
    <div ref={place} className="stack">
      {recovery ? (
        <TextField
          key="recovery"
          label={t`Recovery code`}
          hint={t`Enter one of the recovery codes you saved. Each code works once.`}
          {...field}
          className="auth__code"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      ) : (
        <TextField
          key="app"
          label={t`Code`}
          hint={t`Enter the 6-digit code from your authenticator app.`}
          {...field}
          className="auth__code"
          autoComplete="one-time-code"
          inputMode="numeric"
        />
      )}
      <button type="button" className="link auth__plain" onClick={() => setRecovery(!recovery)}>
        {recovery ? <Trans>Use an authenticator code</Trans> : <Trans>Use a recovery code</Trans>}
      </button>
    </div>
  )
}
