import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useState } from 'react'
import { lazyComponent } from '@/shared/loading/lazyComponent'
import { Badge } from '@/shared/ui/Badge'
import { Button } from '@/shared/ui/Button'
import { useChannel } from '../../context'
import { webhooksStore } from '../../stores/WebhooksStore'
import type { WebhookEndpoint } from '../../webhooksApi'
import { useWebhookTexts } from './useWebhookTexts'
import { useInstantFormat, WebhookLog } from './WebhookLog'

const DeleteEndpointDialog = lazyComponent(() => import('./DeleteEndpointDialog'))

/** A webhook endpoint with its state, its actions and its log. */
export const EndpointCard = observer(function EndpointCard({ endpoint }: { endpoint: WebhookEndpoint }) {
  const { t } = useLingui()
  const channel = useChannel()
  const store = channel.resolve(webhooksStore)
  const { typeName, resultOf, endpointState } = useWebhookTexts()
  const formatInstant = useInstantFormat()
  const [isDeleting, setIsDeleting] = useState(false)
  const { id, url, description, event_types, latest_attempt: latest } = endpoint
  const state = endpointState(endpoint)
  const isPaused = endpoint.paused_at !== null
  const isOpen = store.logId === id

  async function run(action: Promise<boolean>, message: string) {
    const done = await action
    if (done) channel.shell.toasts.show(message, { type: 'success' })
    else channel.shell.toasts.show(t`That did not work. Please try again.`, { type: 'error' })
  }

  return (
    <li className="panel stack">
      <div className="webhook-head">
        <h2 className="webhook-url">{url}</h2>
        <Badge tone={state.tone}>{state.name}</Badge>
      </div>
      {description ? <p>{description}</p> : null}
      <p className="hint">{event_types.map(typeName).join(', ')}</p>
      {latest ? (
        <p className="hint">
          <Trans>
            Latest request {formatInstant(latest.at)}: {resultOf(latest)}
          </Trans>
        </p>
      ) : null}
      {isPaused ? (
        <p>
          <Trans>Messages wait until you resume this endpoint.</Trans>
        </p>
      ) : null}
      <div className="actions" aria-busy={store.busyIds.has(id)}>
        {isPaused ? (
          <Button
            size="s"
            kind="primary"
            onClick={() => void run(store.resume(id), t`The endpoint is active`)}
          >
            <Trans>Resume</Trans>
          </Button>
        ) : (
          <Button size="s" onClick={() => void run(store.test(id), t`The test message was sent`)}>
            <Trans>Send test</Trans>
          </Button>
        )}
        <Button size="s" aria-expanded={isOpen} onClick={() => store.toggleLog(id)}>
          {isOpen ? <Trans>Hide log</Trans> : <Trans>Show log</Trans>}
        </Button>
        <Button size="s" onClick={() => store.openForm(endpoint)}>
          <Trans>Edit</Trans>
        </Button>
        <Button
          size="s"
          onClick={() => void run(store.rollSecret(id), t`The old secret is valid for 24 hours`)}
        >
          <Trans>New secret</Trans>
        </Button>
        <Button size="s" kind="quiet" aria-haspopup="dialog" onClick={() => setIsDeleting(true)}>
          <Trans>Delete</Trans>
        </Button>
      </div>
      {isOpen ? <WebhookLog isPaused={isPaused} /> : null}
      {isDeleting ? (
        <DeleteEndpointDialog
          url={url}
          busy={store.busyIds.has(id)}
          onDelete={() => void run(store.remove(id), t`The endpoint is deleted`)}
          onClose={() => setIsDeleting(false)}
        />
      ) : null}
    </li>
  )
})
