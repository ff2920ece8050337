import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { formatDayAndTime } from '@/shared/format/dates'
import { Badge } from '@/shared/ui/Badge'
import { Button } from '@/shared/ui/Button'
import { LoadMore } from '@/shared/ui/LoadMore'
import { SkeletonLine } from '@/shared/ui/Skeleton'
import { ErrorState } from '@/shared/ui/states'
import { useChannel } from '../../context'
import { webhooksStore } from '../../stores/WebhooksStore'
import type { WebhookDelivery } from '../../webhooksApi'
import { useWebhookTexts } from './useWebhookTexts'

const TONES = { pending: 'warning', delivered: 'success', failed: 'danger' } as const

/** The messages of the open endpoint, newest first. */
export const WebhookLog = observer(function WebhookLog({ isPaused }: { isPaused: boolean }) {
  const { t } = useLingui()
  const store = useChannel().resolve(webhooksStore)
  const { value, error, isBusy } = store.log
  if (!value && error) {
    return (
      <ErrorState title={t`The log could not be loaded`} onRetry={() => void store.loadLog()} busy={isBusy} />
    )
  }
  if (!value) return <SkeletonLine width={60} />
  if (value.items.length === 0) {
    return (
      <p className="muted">
        <Trans>Nothing was sent yet. Send a test message.</Trans>
      </p>
    )
  }
  return (
    <>
      <ul className="webhook-log">
        {value.items.map(delivery => (
          <DeliveryRow key={delivery.id} delivery={delivery} isPaused={isPaused} />
        ))}
      </ul>
      <LoadMore
        shown={value.items.length}
        total={value.total}
        busy={isBusy}
        onLoadMore={() => void store.loadMoreLog()}
      />
    </>
  )
})

function DeliveryRow({ delivery, isPaused }: { delivery: WebhookDelivery; isPaused: boolean }) {
  const { t } = useLingui()
  const channel = useChannel()
  const { typeName, stateName, resultOf } = useWebhookTexts()
  const formatInstant = useInstantFormat()

  async function redeliver() {
    const done = await channel.resolve(webhooksStore).redeliver(delivery)
    const { toasts } = channel.shell
    if (done) toasts.show(t`The message was sent again`, { type: 'success' })
    else toasts.show(t`The message could not be sent. Please try again.`, { type: 'error' })
  }

  return (
    <li>
      <details>
        <summary>
          <span>{typeName(delivery.type)}</span>
          <span className="hint">{formatInstant(delivery.created_at)}</span>
          <Badge tone={TONES[delivery.state]}>{stateName(delivery.state)}</Badge>
        </summary>
        <div className="stack">
          <h3 className="label">
            <Trans>Request</Trans>
          </h3>
          <pre className="webhook-code">{delivery.body}</pre>
          {delivery.attempts.map(attempt => (
            <div key={attempt.at}>
              <h3 className="label">
                {formatInstant(attempt.at)}: {resultOf(attempt)}
              </h3>
              {attempt.response ? <pre className="webhook-code">{attempt.response}</pre> : null}
            </div>
          ))}
          {isPaused ? null : (
            <Button size="s" onClick={() => void redeliver()}>
              <Trans>Send again</Trans>
            </Button>
          )}
        </div>
      </details>
    </li>
  )
}

/** Return a function that formats an instant in the channel's time zone. */
export function useInstantFormat() {
  const { i18n } = useLingui()
  const { time_zone: timeZone } = useChannel().settings
  return (instant: string) => formatDayAndTime(Date.parse(instant), { language: i18n.locale, timeZone })
}
