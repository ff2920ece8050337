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

/** The field for an authenticator code. Viewers without their phone can switch to a recovery code. */
export function SecondFactorFields({ field }: Props) {
  const { t } = useLingui()
  const [usesRecoveryCode, setUsesRecoveryCode] = useState(false)
  const container = useRef<HTMLDivElement>(null)

  // Focus the field at first and after each switch, because it is always the next step.
  useEffect(() => {
    container.current?.querySelector('input')?.focus()
  }, [usesRecoveryCode])

  return (
    <div ref={container} className="stack">
      {usesRecoveryCode ? (
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
      <button
        type="button"
        className="link auth__plain"
        onClick={() => setUsesRecoveryCode(!usesRecoveryCode)}
      >
        {usesRecoveryCode ? <Trans>Use an authenticator code</Trans> : <Trans>Use a recovery code</Trans>}
      </button>
    </div>
  )
}
