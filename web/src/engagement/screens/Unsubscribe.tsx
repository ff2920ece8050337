import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useSearchParams } from 'react-router'
import { useDocumentTitle } from '@/shared/hooks/useDocumentTitle'
import { HttpError } from '@/shared/http/errors'
import { Button, LinkButton } from '@/shared/ui/Button'
import { EmptyState, ErrorState } from '@/shared/ui/states'
import { useEngagement } from '../context'
import { type UnsubscribeStore, unsubscribeStore } from '../stores/UnsubscribeStore'

/** `/unsubscribe?token=`: the link of an email. Opening it changes nothing; a press stops it and can be undone. */
export default observer(function Unsubscribe() {
  const { t } = useLingui()
  const store = useEngagement().resolve(unsubscribeStore)
  const token = useSearchParams()[0].get('token') ?? ''
  const stop = () => void store.stop(token)
  const { value, error, busy } = store.stopped
  useDocumentTitle(t`Notifications`)
  const refused = error instanceof HttpError && error.status >= 400 && error.status < 500
  return (
    <div className="page page--narrow section">
      <h1 className="sr-only" tabIndex={-1}>
        <Trans>Notifications</Trans>
      </h1>
      {value ? (
        <UnsubscribedNotice store={store} name={value.name} />
      ) : refused ? (
        <EmptyState
          icon="mail"
          title={t`This link no longer works`}
          actions={<NotificationSettingsLink primary />}
        >
          <Trans>The link may be old or incomplete. Manage your emails in Notifications.</Trans>
        </EmptyState>
      ) : error ? (
        <ErrorState title={t`Couldn’t unsubscribe you`} onRetry={stop} busy={busy} />
      ) : (
        <EmptyState
          icon="mail"
          title={t`Stop these emails?`}
          actions={
            <>
              <Button kind="primary" busy={busy} onClick={stop}>
                <Trans>Unsubscribe</Trans>
              </Button>
              <NotificationSettingsLink />
            </>
          }
        >
          <Trans>We won’t send you these emails anymore. You can turn them back on anytime.</Trans>
        </EmptyState>
      )}
    </div>
  )
})

const UnsubscribedNotice = observer(function UnsubscribedNotice({
  store,
  name,
}: {
  store: UnsubscribeStore
  name: string
}) {
  const { t } = useLingui()
  const { toasts, viewer } = useEngagement().shell
  const undo = async () => {
    if (!(await store.undo()))
      toasts.show(t`Couldn’t turn emails back on. Please try again.`, { type: 'error' })
  }
  if (store.isUndone) {
    return (
      <EmptyState icon="bell" title={t`Emails turned back on`} actions={<NotificationSettingsLink />}>
        <Trans>You’ll get emails again: {name}</Trans>
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon="check"
      title={t`You’re unsubscribed`}
      actions={
        <>
          {store.belongsTo(viewer.id) ? (
            <Button kind="primary" busy={store.isBusy} onClick={() => void undo()}>
              <Trans>Undo</Trans>
            </Button>
          ) : null}
          <NotificationSettingsLink />
        </>
      }
    >
      {name || t`We won’t send you these emails anymore.`}
    </EmptyState>
  )
})

function NotificationSettingsLink({ primary }: { primary?: boolean }) {
  return (
    <LinkButton kind={primary ? 'primary' : 'soft'} to="/profile/news">
      <Trans>Manage notifications</Trans>
    </LinkButton>
  )
}
