import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useSearchParams } from 'react-router'
import { useTitle } from '@/shared/hooks/useTitle'
import { HttpError } from '@/shared/http/errors'
import { Button, LinkButton } from '@/shared/ui/Button'
import { EmptyState, ErrorState } from '@/shared/ui/states'
import { useEngagement } from '../context'
import { type UnsubscribeStore, unsubscribeStore } from '../stores/UnsubscribeStore'

/** `/unsubscribe?token=`: the link of an email. Opening it changes nothing; a press stops it and can be undone. */
export default observer(function Unsubscribe() {
  const { t } = useLingui()
  const store = useEngagement().bring(unsubscribeStore)
  const token = useSearchParams()[0].get('token') ?? ''
  const stop = () => void store.stop(token)
  const { value, error, busy } = store.stopped
  useTitle(t`News`)
  const refused = error instanceof HttpError && error.status >= 400 && error.status < 500
  return (
    <div className="page page--narrow section">
      <h1 className="sr-only" tabIndex={-1}>
        <Trans>News</Trans>
      </h1>
      {value ? (
        <Stopped store={store} name={value.name} />
      ) : refused ? (
        <EmptyState icon="mail" title={t`This link does not work any more`} actions={<Settings primary />}>
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
              <Settings />
            </>
          }
        >
          <Trans>We will no longer write to you about it. You can turn it on again at any time.</Trans>
        </EmptyState>
      )}
    </div>
  )
})

const Stopped = observer(function Stopped({ store, name }: { store: UnsubscribeStore; name: string }) {
  const { t } = useLingui()
  const { toasts, viewer } = useEngagement().shell
  const undo = async () => {
    if (!(await store.undo()))
      toasts.show(t`It could not be turned on again. Please try again.`, { type: 'error' })
  }
  if (store.undone) {
    return (
      <EmptyState icon="bell" title={t`It is on again`} actions={<Settings />}>
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
          {store.isOf(viewer.id) ? (
            <Button kind="primary" busy={store.busy} onClick={() => void undo()}>
              <Trans>Undo</Trans>
            </Button>
          ) : null}
          <Settings />
        </>
      }
    >
      {name || t`Nobody writes to you about it any more.`}
    </EmptyState>
  )
})

function Settings({ primary }: { primary?: boolean }) {
  return (
    <LinkButton kind={primary ? 'primary' : 'soft'} to="/profile/news">
      <Trans>All news</Trans>
    </LinkButton>
  )
}
