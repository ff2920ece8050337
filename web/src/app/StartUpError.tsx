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

/** The start-up screen when the channel cannot be had; its button is locked for 60 s (§2). */
export function StartUpError({ lockedUntil, onReload }: Props) {
  const { t } = useLingui()
  const [now, setNow] = useState(serverNow)
  const left = Math.max(0, Math.ceil((lockedUntil - now) / 1000))

  useEffect(() => {
    if (left === 0) return
    const timer = setInterval(() => setNow(serverNow()), 1000)
    return () => clearInterval(timer)
  }, [left])

  const time = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`
  return (
    <main className="startup">
      <FullPageState
        role="alert"
        icon="alert"
        title={t`Apologies! Our service is currently experiencing technical difficulties`}
        actions={
          <Button kind="primary" disabled={left > 0} onClick={onReload}>
            {left > 0 ? (
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
