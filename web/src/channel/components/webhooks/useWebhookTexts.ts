import { useLingui } from '@lingui/react/macro'
import type { WebhookAttempt, WebhookDelivery, WebhookEndpoint, WebhookType } from '../../webhooksApi'

/** Return functions that name event types, states and errors of webhooks. */
export function useWebhookTexts() {
  const { t } = useLingui()
  const types: Record<WebhookType | 'ping', string> = {
    'event.created': t`Event created`,
    'event.changed': t`Event changed`,
    'event.live': t`Event live`,
    'event.finished': t`Event finished`,
    'order.paid': t`Order paid`,
    'order.refunded': t`Order refunded`,
    'clip.created': t`Clip created`,
    'form.sent': t`Form sent`,
    ping: t`Test message`,
  }
  const states: Record<WebhookDelivery['state'], string> = {
    pending: t`Waiting`,
    delivered: t`Delivered`,
    failed: t`Failed`,
  }
  const errors: Record<string, string | undefined> = {
    address: t`The address is private.`,
    dns: t`The host name has no address.`,
    timeout: t`The server took too long.`,
    tls: t`The certificate is not valid.`,
    connection: t`The connection failed.`,
  }
  return {
    typeName: (type: WebhookType | 'ping') => types[type],
    stateName: (state: WebhookDelivery['state']) => states[state],
    /** Return the result of an attempt: its status, or why there was no response. */
    resultOf: ({ response_status, error }: WebhookAttempt) =>
      response_status === null
        ? (errors[error ?? ''] ?? t`The connection failed.`)
        : t`Status ${response_status}`,
    endpointState: ({ paused_at, latest_attempt }: WebhookEndpoint) =>
      paused_at
        ? { tone: 'danger' as const, name: t`Paused` }
        : latest_attempt?.error
          ? { tone: 'warning' as const, name: t`Failing` }
          : { tone: 'success' as const, name: t`Active` },
  }
}
