import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useSearchParams } from 'react-router'
import { useDocumentTitle } from '@/shared/hooks/useDocumentTitle'
import { HttpError } from '@/shared/http/errors'
import { Button, LinkButton } from '@/shared/ui/Button'
import { EmptyState, ErrorState } from '@/shared/ui/states'
import { useEngagement } from '../context'
import type { StoppedNotification } from '../model'
import { type UnsubscribeStore, unsubscribeStore } from '../stores/UnsubscribeStore'

/** `/unsubscribe?token=`: the unsubscribe link of an email. Only a press unsubscribes, and it can be undone. */
export default observer(function Unsubscribe() {
  const { t } = useLingui()
  const store = useEngagement().resolve(unsubscribeStore)
  const token = useSearchParams()[0].get('token') ?? ''
  const stop = () => void store.stop(token)
  useDocumentTitle(t`Notifications`)
  return (
    <div className="page page--narrow section">
      <h1 className="sr-only" tabIndex={-1}>
        <Trans>Notifications</Trans>
      </h1>
      <UnsubscribeStep store={store} onStop={stop} />
    </div>
  )
})

const UnsubscribeStep = observer(function UnsubscribeStep({
  store,
  onStop,
}: {
  store: UnsubscribeStore
  onStop: () => void
}) {
  const { t } = useLingui()
  const { state } = store
  switch (state.kind) {
    case 'failed':
      return isRefused(state.error) ? (
        <EmptyState
          icon="mail"
          title={t`This link no longer works`}
          actions={<NotificationSettingsLink primary />}
        >
          <Trans>The link may be old or incomplete. Manage your emails in Notifications.</Trans>
        </EmptyState>
      ) : (
        <ErrorState title={t`Couldn’t unsubscribe you`} onRetry={onStop} />
      )
    case 'undone':
      return <ResubscribedNotice name={state.notification.name} />
    case 'stopped':
    case 'undoing':
      return (
        <UnsubscribedNotice store={store} notification={state.notification} busy={state.kind === 'undoing'} />
      )
    default:
      return (
        <EmptyState
          icon="mail"
          title={t`Stop these emails?`}
          actions={
            <>
              <Button kind="primary" busy={state.kind === 'stopping'} onClick={onStop}>
                <Trans>Unsubscribe</Trans>
              </Button>
              <NotificationSettingsLink />
            </>
          }
        >
          <Trans>We won’t send you these emails anymore. You can turn them back on anytime.</Trans>
        </EmptyState>
      )
  }
})

/** Return whether the server rejected the token. */
const isRefused = (error: unknown) => error instanceof HttpError && error.status >= 400 && error.status < 500

const UnsubscribedNotice = observer(function UnsubscribedNotice({
  store,
  notification,
  busy,
}: {
  store: UnsubscribeStore
  notification: StoppedNotification
  busy: boolean
}) {
  const { t } = useLingui()
  const { name } = notification
  const { toasts, viewer } = useEngagement().shell
  const undo = async () => {
    if (!(await store.undo()))
      toasts.show(t`Couldn’t turn emails back on. Please try again.`, { type: 'error' })
  }
  return (
    <EmptyState
      icon="check"
      title={t`You’re unsubscribed`}
      actions={
        <>
          {store.belongsTo(viewer.id) ? (
            <Button kind="primary" busy={busy} onClick={() => void undo()}>
              <Trans>Undo</Trans>
            </Button>
          ) : null}
          <NotificationSettingsLink />
        </>
      }
    >
      {!name
        ? t`We won’t send you these emails anymore.`
        : notification.score_alerts
          ? t`Score alerts for ${name} are off.`
          : name}
    </EmptyState>
  )
})

function ResubscribedNotice({ name }: { name: string }) {
  const { t } = useLingui()
  return (
    <EmptyState icon="bell" title={t`Emails turned back on`} actions={<NotificationSettingsLink />}>
      <Trans>You’ll get emails again: {name}</Trans>
    </EmptyState>
  )
}

function NotificationSettingsLink({ primary }: { primary?: boolean }) {
  return (
    <LinkButton kind={primary ? 'primary' : 'soft'} to="/profile/news">
      <Trans>Manage notifications</Trans>
    </LinkButton>
  )
}
