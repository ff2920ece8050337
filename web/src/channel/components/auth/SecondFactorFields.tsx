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
    <div ref={place} className="stack auth__code">
      {recovery ? (
        <TextField
          key="recovery"
          label={t`Recovery code`}
          hint={t`One of the codes that you kept when you turned this on. Each works once.`}
          {...field}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      ) : (
        <TextField
          key="app"
          label={t`Code`}
          hint={t`The six digits that your authenticator app shows.`}
          {...field}
          autoComplete="one-time-code"
          inputMode="numeric"
        />
      )}
      <button type="button" className="link auth__plain" onClick={() => setRecovery(!recovery)}>
        {recovery ? <Trans>Use the code of the app</Trans> : <Trans>Use a recovery code</Trans>}
      </button>
    </div>
  )
}
