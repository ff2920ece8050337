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
  useDocumentTitle(t`News`)
  const refused = error instanceof HttpError && error.status >= 400 && error.status < 500
  return (
    <div className="page page--narrow section">
      <h1 className="sr-only" tabIndex={-1}>
        <Trans>News</Trans>
      </h1>
      {value ? (
        <UnsubscribedNotice store={store} name={value.name} />
      ) : refused ? (
        <EmptyState
          icon="mail"
          title={t`This link does not work any more`}
          actions={<NotificationSettingsLink primary />}
        >
          <Trans>
            It may be old or cut off. Under News you see everything that you are told of, and can stop it
            there.
          </Trans>
        </EmptyState>
      ) : error ? (
        <ErrorState title={t`It could not be stopped`} onRetry={stop} busy={busy} />
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
          <Trans>We will no longer write to you about it. You can turn it on again at any time.</Trans>
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
      toasts.show(t`It could not be turned on again. Please try again.`, { type: 'error' })
  }
  if (store.isUndone) {
    return (
      <EmptyState icon="bell" title={t`It is on again`} actions={<NotificationSettingsLink />}>
        <Trans>You will be told as before: {name}</Trans>
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon="check"
      title={t`You will not be told of this any more`}
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
      {name || t`Nobody writes to you about it any more.`}
    </EmptyState>
  )
})

function NotificationSettingsLink({ primary }: { primary?: boolean }) {
  return (
    <LinkButton kind={primary ? 'primary' : 'soft'} to="/profile/news">
      <Trans>All news</Trans>
    </LinkButton>
  )
}
