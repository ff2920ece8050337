import { Trans } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { serverNow } from '@/shared/clock'
import { Button } from '@/shared/ui/Button'
import { Icon } from '@/shared/ui/Icon'

interface Props {
  /** When the next email can be requested, in milliseconds since the epoch. */
  lockedUntil: number
  busy: boolean
  /** Whether this page has sent an email. */
  sent: boolean
  onSend: () => void
}

/** The button that sends an email again. Shows a countdown of one minute after each email. */
export function ResendEmail({ lockedUntil, busy, sent, onSend }: Props) {
  const secondsLeft = useSecondsUntil(lockedUntil)
  const time = `${Math.floor(secondsLeft / 60)}:${String(secondsLeft % 60).padStart(2, '0')}`
  return (
    <>
      <Button size="l" block busy={busy} disabled={secondsLeft > 0} onClick={onSend}>
        {secondsLeft > 0 ? (
          <span className="tabular-nums">
            <Trans>Resend in {time}</Trans>
          </span>
        ) : (
          <Trans>Resend email</Trans>
        )}
      </Button>
      <p className="auth__sent" role="status">
        {sent && secondsLeft > 0 ? (
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
  const secondsLeft = Math.max(0, Math.ceil((instant - now) / 1000))
  const isWaiting = instant > serverNow()

  // Restart the countdown when the time changes.
  useEffect(() => {
    if (!isWaiting) return
    setNow(serverNow())
    const timer = setInterval(() => setNow(serverNow()), 1000)
    return () => clearInterval(timer)
  }, [isWaiting, instant])

  return secondsLeft
}
