import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { serverNow } from '@/shared/clock'
import { Button } from '@/shared/ui/Button'
import { FullPageState } from '@/shared/ui/FullPageState'

interface Props {
  /** Milliseconds since the epoch. */
  lockedUntil: number
  onReload: () => void
}

/** The error page if the channel cannot be loaded. Its button is disabled for 60 s (§2). */
export function StartUpError({ lockedUntil, onReload }: Props) {
  const { t } = useLingui()
  const [now, setNow] = useState(serverNow)
  const secondsLeft = Math.max(0, Math.ceil((lockedUntil - now) / 1000))

  useEffect(() => {
    if (secondsLeft === 0) return
    const timer = setInterval(() => setNow(serverNow()), 1000)
    return () => clearInterval(timer)
  }, [secondsLeft])

  const time = `${Math.floor(secondsLeft / 60)}:${String(secondsLeft % 60).padStart(2, '0')}`
  return (
    <main className="startup">
      <FullPageState
        role="alert"
        icon="alert"
        title={t`Apologies! Our service is currently experiencing technical difficulties`}
        actions={
          <Button kind="primary" disabled={secondsLeft > 0} onClick={onReload}>
            {secondsLeft > 0 ? (
              <span className="tabular-nums">
                <Trans>Reload in {time}</Trans>
              </span>
            ) : (
              <Trans>Reload</Trans>
            )}
          </Button>
        }
      >
        <p className="muted">
          <Trans>We’re working on it. Your purchases and saved clips are safe.</Trans>
        </p>
      </FullPageState>
    </main>
  )
}
