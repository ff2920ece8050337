import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useCallback, useEffect } from 'react'
import { useDocumentTitle } from '@/shared/hooks/useDocumentTitle'
import { Button } from '@/shared/ui/Button'
import { SkeletonLine } from '@/shared/ui/Skeleton'
import { EmptyState, ErrorState } from '@/shared/ui/states'
import { EndpointCard } from '../../components/webhooks/EndpointCard'
import { EndpointForm } from '../../components/webhooks/EndpointForm'
import { SecretPanel } from '../../components/webhooks/SecretPanel'
import { useChannel } from '../../context'
import { webhooksStore } from '../../stores/WebhooksStore'
import '@/shared/ui/Panel.css'
import '../../components/webhooks/Webhooks.css'

/** `/studio/webhooks`: the addresses of other systems that the channel notifies, for operators. */
export default observer(function Webhooks() {
  const { t } = useLingui()
  const store = useChannel().resolve(webhooksStore)
  const { form, created } = store
  const load = useCallback(() => void store.load(), [store])
  useEffect(() => {
    load()
    return () => store.reset()
  }, [load, store])
  useDocumentTitle(t`Webhooks`)
  return (
    <div className="page page--narrow stack">
      <div className="page-head">
        <h1 className="display h1" tabIndex={-1}>
          <Trans>Webhooks</Trans>
        </h1>
        <p className="lede">
          <Trans>Tell other systems what happens on your channel.</Trans>
        </p>
      </div>
      {created ? <SecretPanel secret={created.secret} onDone={() => store.dismissSecret()} /> : null}
      {form ? (
        <EndpointForm
          form={form}
          isNew={store.editedId === null}
          onSave={() => void store.save()}
          onCancel={() => store.closeForm()}
        />
      ) : (
        <div className="actions">
          <Button kind="primary" icon="plus" onClick={() => store.openForm(null)}>
            <Trans>Add endpoint</Trans>
          </Button>
        </div>
      )}
      <EndpointList />
    </div>
  )
})

const EndpointList = observer(function EndpointList() {
  const { t } = useLingui()
  const store = useChannel().resolve(webhooksStore)
  const { value, error, isBusy } = store.list
  if (value?.length === 0) {
    return (
      <EmptyState title={t`No endpoints yet`}>
        <Trans>Add the address of a system that should know when something happens.</Trans>
      </EmptyState>
    )
  }
  if (value) {
    return (
      <ul className="webhooks">
        {value.map(endpoint => (
          <EndpointCard key={endpoint.id} endpoint={endpoint} />
        ))}
      </ul>
    )
  }
  if (error) {
    return (
      <ErrorState
        title={t`The endpoints could not be loaded`}
        onRetry={() => void store.load()}
        busy={isBusy}
      />
    )
  }
  return <SkeletonLine width={60} />
})
