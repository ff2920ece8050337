import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { type FormEvent, useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useDocumentTitle } from '@/shared/hooks/useDocumentTitle'
import { useErrorMessage } from '@/shared/http/errorMessages'
import { Button, LinkButton } from '@/shared/ui/Button'
import { Field } from '@/shared/ui/Field'
import { ResultPanel } from '../components/checkout/ResultPanel'
import { OrdersLink, WatchLink } from '../components/checkout/resultActions'
import { useBilling } from '../context'
import type { Order } from '../model'
import { redeemStore } from '../stores/RedeemStore'
import { eventListPath } from '../watchPaths'
import '@/shared/ui/Field.css'
import '@/shared/ui/Panel.css'
import './Redeem.css'

/** `/redeem`: the code of a gift or group purchase. The fragment of a link fills in the code. */
export default observer(function Redeem() {
  const { t } = useLingui()
  const getErrorMessage = useErrorMessage()
  const store = useBilling().resolve(redeemStore)
  const { hash } = useLocation()
  const navigate = useNavigate()
  const isLoggedIn = useBilling().shell.viewer.id !== null
  useDocumentTitle(t`Redeem a code`)
  useEffect(() => {
    store.open(readFragment(hash))
    // The address bar and the history then keep no code.
    if (hash) void navigate('/redeem', { replace: true })
  }, [store, hash, navigate])
  const { form, order } = store

  function handleSubmit(event: FormEvent) {
    event.preventDefault()
    if (isLoggedIn) void store.redeem()
  }

  if (order) return <Redeemed order={order} />
  return (
    <div className="page redeem">
      <div className="page-head">
        <h1 className="display h1" tabIndex={-1}>
          <Trans>Redeem a code</Trans>
        </h1>
      </div>
      <form className="panel stack" noValidate onSubmit={handleSubmit}>
        <Field label={t`Code`} error={form.errorMessage ? getErrorMessage(form.errorMessage) : undefined}>
          {ids => (
            <input
              {...ids}
              className="input"
              name="code"
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              value={form.values.code}
              onChange={event => store.change(event.target.value)}
            />
          )}
        </Field>
        <p className="muted">
          <Trans>The code works once. You are never charged for it.</Trans>
        </p>
        {isLoggedIn ? (
          <div className="actions">
            <Button submit kind="primary" busy={form.isBusy}>
              <Trans>Redeem code</Trans>
            </Button>
          </div>
        ) : (
          <LogInFirst />
        )}
      </form>
    </div>
  )
})

function LogInFirst() {
  return (
    <>
      <p>
        <Trans>Log in or create a free account first. You don’t need a card.</Trans>
      </p>
      <div className="actions">
        <LinkButton kind="primary" to="/login">
          <Trans>Log in</Trans>
        </LinkButton>
        <LinkButton to="/registration">
          <Trans>Create an account</Trans>
        </LinkButton>
      </div>
    </>
  )
}

function Redeemed({ order }: { order: Order }) {
  const { t } = useLingui()
  const { name, event_id, participant_id } = order.product
  const list = eventListPath(order.product, participant_id === null ? undefined : { id: participant_id })
  return (
    <div className="page section redeem">
      <ResultPanel
        kind="success"
        title={t`You’re all set`}
        actions={
          <>
            <WatchLink event={event_id} to={list} />
            <OrdersLink />
          </>
        }
      >
        <p>
          <Trans>You have {name}.</Trans>
        </p>
      </ResultPanel>
    </div>
  )
}

/** Return the code in the fragment of a link, or an empty text for a broken one. */
function readFragment(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1))
  } catch {
    return ''
  }
}
