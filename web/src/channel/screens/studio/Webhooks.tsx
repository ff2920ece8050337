import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useCallback, useEffect } from 'react'
import { Loaded } from '@/shared/studio/Loaded'
import { StudioPage } from '@/shared/studio/StudioPage'
import { Button } from '@/shared/ui/Button'
import { EmptyState } from '@/shared/ui/states'
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
  return (
    <StudioPage
      title={t`Webhooks`}
      lede={<Trans>Tell other systems what happens on your channel.</Trans>}
      actions={
        form ? null : (
          <Button kind="primary" icon="plus" onClick={() => store.openForm(null)}>
            <Trans>Add endpoint</Trans>
          </Button>
        )
      }
    >
      {created ? (
        <SecretPanel title={t`Signing secret`} secret={created.secret} onDone={() => store.dismissSecret()} />
      ) : null}
      {form ? (
        <EndpointForm
          form={form}
          isNew={store.editedId === null}
          onSave={() => void store.save()}
          onCancel={() => store.closeForm()}
        />
      ) : null}
      <Loaded source={store.list} errorTitle={t`The endpoints could not be loaded`} onRetry={load}>
        {endpoints =>
          endpoints.length ? (
            <ul className="webhooks">
              {endpoints.map(endpoint => (
                <EndpointCard key={endpoint.id} endpoint={endpoint} />
              ))}
            </ul>
          ) : (
            <EmptyState title={t`No endpoints yet`}>
              <Trans>Add the address of a system that should know when something happens.</Trans>
            </EmptyState>
          )
        }
      </Loaded>
    </StudioPage>
  )
})
