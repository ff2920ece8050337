import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useId, useState } from 'react'
import { Button } from '@/shared/ui/Button'
import { Dialog } from '@/shared/ui/Dialog'
import { TextField } from '@/shared/ui/Field'
import { formatClock, parseClock } from '../../scoring/clockText'

interface Props {
  seconds: number
  onSet: (seconds: number) => void
  onClose: () => void
}

/** Sets the clock to a time. */
export function SetClockDialog({ seconds, onSet, onClose }: Props) {
  const { t } = useLingui()
  const id = useId()
  const [text, setText] = useState(formatClock(seconds))
  const [hasError, setError] = useState(false)
  function submit(event: FormEvent) {
    event.preventDefault()
    const value = parseClock(text)
    if (value === null) setError(true)
    else onSet(value)
  }
  return (
    <Dialog
      open
      kind="sheet"
      onClose={onClose}
      title={t`Set the clock`}
      actions={
        <>
          <Button onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button kind="primary" submit form={id}>
            <Trans>Set the clock</Trans>
          </Button>
        </>
      }
    >
      <form id={id} onSubmit={submit}>
        <TextField
          label={t`Minutes and seconds`}
          inputMode="text"
          autoComplete="off"
          value={text}
          error={hasError ? t`Enter minutes and seconds, such as 12:05` : undefined}
          onChange={event => setText(event.target.value)}
          onFocus={event => event.target.select()}
        />
      </form>
    </Dialog>
  )
}
