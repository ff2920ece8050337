import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { useDocumentTitle } from '@/shared/hooks/useDocumentTitle'
import { Button, LinkButton } from '@/shared/ui/Button'
import { EmptyState, ErrorState } from '@/shared/ui/states'
import { useDateOptions } from '../components/useDateOptions'
import { useBilling } from '../context'
import { formatDay } from '../dates'
import type { LinkedRenewal } from '../model'
import { offSeasonText } from '../offSeason'
import { formatPriceWithPeriod } from '../price'
import { cancelLinkStore } from '../stores/CancelLinkStore'

/** `/cancel-renewal#token`: the link of a renewal reminder. It works without login. Only a press cancels. */
export default observer(function CancelRenewal() {
  const { t } = useLingui()
  const token = useLocation().hash.slice(1)
  const store = useBilling().resolve(cancelLinkStore)
  const { state } = store
  useDocumentTitle(t`Cancel the renewal`)
  useEffect(() => void store.load(token), [store, token])
  return (
    <div className="page page--narrow section">
      <h1 className="sr-only" tabIndex={-1}>
        <Trans>Cancel the renewal</Trans>
      </h1>
      {state.kind === 'expired' ? (
        <EmptyState icon="mail" title={t`This link no longer works`} actions={<OrdersLink />}>
          <Trans>The renewal may be over. Log in to see and change your subscription.</Trans>
        </EmptyState>
      ) : state.kind === 'failed' ? (
        <ErrorState title={t`Couldn’t reach the server`} onRetry={() => void store.load(token)} />
      ) : state.kind === 'canceled' ? (
        <CanceledNotice renewal={state.renewal} />
      ) : state.kind === 'ready' || state.kind === 'canceling' ? (
        <Confirmation
          renewal={state.renewal}
          busy={state.kind === 'canceling'}
          onCancel={() => void store.cancel(token)}
        />
      ) : null}
    </div>
  )
})

function Confirmation({
  renewal,
  busy,
  onCancel,
}: {
  renewal: LinkedRenewal
  busy: boolean
  onCancel: () => void
}) {
  const { t, i18n } = useLingui()
  const dateOptions = useDateOptions()
  const { name, off_season: offSeason } = renewal
  const price = formatPriceWithPeriod({ ...renewal, renews: true }, i18n)
  const day = renewal.expires_at ? formatDay(renewal.expires_at, dateOptions) : ''
  return (
    <EmptyState
      icon="cards"
      title={t`Cancel the renewal of ${name}?`}
      actions={
        <>
          <Button kind="danger" busy={busy} onClick={onCancel}>
            <Trans>Cancel the renewal</Trans>
          </Button>
          <LinkButton kind="soft" to="/">
            <Trans>Keep</Trans>
          </LinkButton>
        </>
      }
    >
      {t`It renews on ${day} for ${price}. If you cancel, you can watch until then and won’t be charged again.`}{' '}
      {offSeason ? offSeasonText(offSeason, i18n) : null}
    </EmptyState>
  )
}

function CanceledNotice({ renewal }: { renewal: LinkedRenewal }) {
  const { t } = useLingui()
  const dateOptions = useDateOptions()
  const { name } = renewal
  const day = renewal.expires_at ? formatDay(renewal.expires_at, dateOptions) : ''
  return (
    <EmptyState icon="check" title={t`The renewal is canceled`} actions={<OrdersLink />}>
      {t`You can watch with ${name} until ${day}. You won’t be charged again.`}
    </EmptyState>
  )
}

function OrdersLink() {
  return (
    <LinkButton kind="soft" to="/profile">
      <Trans>View orders</Trans>
    </LinkButton>
  )
}
