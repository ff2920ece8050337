import { Trans } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { serverNow } from '@/shared/clock'
import { Button } from '@/shared/ui/Button'
import { Icon } from '@/shared/ui/Icon'

interface Props {
  /** Milliseconds since the epoch. */
  lockedUntil: number
  busy: boolean
  /** One was sent from here. */
  sent: boolean
  onSend: () => void
}

/** Asks for the letter once more, and after that waits a minute in plain sight. */
export function ResendEmail({ lockedUntil, busy, sent, onSend }: Props) {
  const left = useSecondsUntil(lockedUntil)
  const time = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`
  return (
    <>
      <Button size="l" block busy={busy} disabled={left > 0} onClick={onSend}>
        {left > 0 ? (
          <span className="tabular-nums">
            <Trans>Resend in {time}</Trans>
          </span>
        ) : (
          <Trans>Resend email</Trans>
        )}
      </Button>
      <p className="auth__sent" role="status">
        {sent && left > 0 ? (
          <>
            <Icon name="check" size="s" />
            <Trans>Email sent. It should arrive within a minute.</Trans>
          </>
        ) : null}
      </p>
    </>
  )
}

function useSecondsUntil(instant: number): number {
  const [now, setNow] = useState(serverNow)
  const left = Math.max(0, Math.ceil((instant - now) / 1000))
  const waiting = instant > serverNow()

  // A new instant begins a new wait.
  useEffect(() => {
    if (!waiting) return
    setNow(serverNow())
    const timer = setInterval(() => setNow(serverNow()), 1000)
    return () => clearInterval(timer)
  }, [waiting, instant])

  return left
}
