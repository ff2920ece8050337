import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useCallback, useEffect } from 'react'
import { Loaded } from '@/shared/studio/Loaded'
import { StudioPage } from '@/shared/studio/StudioPage'
import { Button } from '@/shared/ui/Button'
import { EmptyState } from '@/shared/ui/states'
import { TokenForm } from '../../components/tokens/TokenForm'
import { TokenTable } from '../../components/tokens/TokenTable'
import { SecretPanel } from '../../components/webhooks/SecretPanel'
import { useChannel } from '../../context'
import { tokensStore } from '../../stores/TokensStore'
import '@/shared/ui/Panel.css'
import '../../components/tokens/Tokens.css'
import '../../components/webhooks/Webhooks.css'

/** `/studio/tokens`: the tokens with which programs use the studio's API in the operator's name. */
export default observer(function Tokens() {
  const { t } = useLingui()
  const store = useChannel().resolve(tokensStore)
  const { form, secret, overview } = store
  const load = useCallback(() => void store.load(), [store])
  useEffect(() => {
    load()
    return () => store.reset()
  }, [load, store])
  return (
    <StudioPage
      title={t`Access tokens`}
      lede={<Trans>Let a program work in your name, with fewer rights and for a limited time.</Trans>}
      actions={
        form || !overview.value ? null : (
          <Button kind="primary" icon="plus" onClick={() => store.openForm()}>
            <Trans>Create token</Trans>
          </Button>
        )
      }
    >
      {secret ? (
        <SecretPanel title={t`New access token`} secret={secret} onDone={() => store.dismissSecret()} />
      ) : null}
      {form && overview.value ? (
        <TokenForm
          form={form}
          overview={overview.value}
          onCreate={() => void store.create()}
          onCancel={() => store.closeForm()}
        />
      ) : null}
      <Loaded source={overview} errorTitle={t`The tokens could not be loaded`} onRetry={load}>
        {({ tokens }) =>
          tokens.length ? (
            <TokenTable tokens={tokens} />
          ) : (
            <EmptyState title={t`No access tokens yet`}>
              <Trans>Create one for a script that imports your schedule or reads your reports.</Trans>
            </EmptyState>
          )
        }
      </Loaded>
    </StudioPage>
  )
})
