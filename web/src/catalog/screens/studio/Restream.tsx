import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useCallback, useEffect } from 'react'
import { useErrorMessage } from '@/shared/http/errorMessages'
import { ConfirmDialog } from '@/shared/studio/ConfirmDialog'
import { Loaded } from '@/shared/studio/Loaded'
import { StudioPage } from '@/shared/studio/StudioPage'
import { Button } from '@/shared/ui/Button'
import { FormError } from '@/shared/ui/FormError'
import { EmptyState } from '@/shared/ui/states'
import { TargetCard } from '../../components/studio/restream/TargetCard'
import { TargetForm } from '../../components/studio/restream/TargetForm'
import { useCatalog } from '../../context'
import { restreamTargetsStore } from '../../stores/studio/RestreamTargetsStore'
import '@/shared/ui/Panel.css'
import '../../components/studio/restream/Restream.css'

/** `/studio/restream`: the services that live events can be sent on to, for owners. */
export default observer(function Restream() {
  const { t } = useLingui()
  const store = useCatalog().resolve(restreamTargetsStore)
  const formatError = useErrorMessage()
  const { action, form, leaving } = store
  const load = useCallback(() => void store.load(), [store])
  useEffect(() => {
    load()
    return () => store.reset()
  }, [load, store])
  return (
    <StudioPage
      title={t`Restream`}
      lede={<Trans>Send your live events on to YouTube, Facebook, Twitch or another service.</Trans>}
      actions={
        form ? null : (
          <Button kind="primary" icon="plus" onClick={() => store.openForm(null)}>
            <Trans>Add target</Trans>
          </Button>
        )
      }
    >
      {form ? <TargetForm key={store.edited?.id ?? 'new'} form={form} /> : null}
      {leaving ? null : <FormError message={action.errorMessage && formatError(action.errorMessage)} />}
      <Loaded source={store.list} errorTitle={t`The targets could not be loaded`} onRetry={load}>
        {targets =>
          targets.length ? (
            <ul className="restreams">
              {targets.map(target => (
                <TargetCard key={target.id} target={target} />
              ))}
            </ul>
          ) : (
            <EmptyState title={t`No targets yet`}>
              <Trans>Add a service with its server and key. Then choose it on the page of an event.</Trans>
            </EmptyState>
          )
        }
      </Loaded>
      {leaving ? (
        <ConfirmDialog
          form={action}
          danger
          title={t`Delete ${leaving.name}?`}
          description={t`Its key is deleted. Events that are live stop being sent to it.`}
          action={<Trans>Delete target</Trans>}
          onConfirm={() => void store.delete()}
          onClose={() => store.askToDelete(null)}
        />
      ) : null}
    </StudioPage>
  )
})
