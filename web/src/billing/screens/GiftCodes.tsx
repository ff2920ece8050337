import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useCallback, useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useDocumentTitle } from '@/shared/hooks/useDocumentTitle'
import { isNotFound } from '@/shared/http/errors'
import { parseRouteId } from '@/shared/routeId'
import { Button, LinkButton } from '@/shared/ui/Button'
import { SkeletonLine } from '@/shared/ui/Skeleton'
import { EmptyState, ErrorState } from '@/shared/ui/states'
import { OrdersLink } from '../components/checkout/resultActions'
import { GiftCard } from '../components/orders/GiftCard'
import { VoucherRefundDialog } from '../components/orders/VoucherRefundDialog'
import { useBilling } from '../context'
import { giftCsv } from '../giftCsv'
import { giftCodesStore } from '../stores/GiftCodesStore'
import '@/shared/ui/Panel.css'
import '../components/orders/GiftCard.css'

/** `/gifts?order`: the codes that an order bought for others, to share, to print, to send again and to refund. */
export default observer(function GiftCodes() {
  const { t } = useLingui()
  const store = useBilling().resolve(giftCodesStore)
  const [params] = useSearchParams()
  const orderId = parseRouteId({ id: params.get('order') })
  const load = useCallback(() => {
    if (orderId !== null) void store.load(orderId)
  }, [store, orderId])
  useEffect(load, [load])
  useDocumentTitle(t`Gifts and codes`)
  const { value, error, isBusy } = store.codes
  return (
    <div className="page page--narrow">
      <div className="page-head">
        <h1 className="display h1" tabIndex={-1}>
          <Trans>Gifts and codes</Trans>
        </h1>
      </div>
      {orderId === null || isNotFound(error) ? (
        <NoCodes />
      ) : error ? (
        <ErrorState title={t`The codes could not be loaded`} onRetry={load} busy={isBusy} />
      ) : value?.order.id === orderId ? (
        <CodeList />
      ) : (
        <SkeletonLine height={76} />
      )}
    </div>
  )
})

/** The notice that the URL names no order of the viewer. */
function NoCodes() {
  const { t } = useLingui()
  return (
    <EmptyState icon="ticket" title={t`No codes here`} actions={<OrdersLink />}>
      <Trans>This order does not exist, or it belongs to another account.</Trans>
    </EmptyState>
  )
}

const CodeList = observer(function CodeList() {
  const store = useBilling().resolve(giftCodesStore)
  const { value, isBusy } = store.codes
  if (!value) return null
  const { order, vouchers } = value
  const openNumbers = vouchers.filter(({ code }) => code !== null).map(({ number }) => number)
  const openCount = openNumbers.length
  const redeemedCount = vouchers.filter(({ state }) => state === 'redeemed').length
  const csv = `data:text/csv;charset=utf-8,${encodeURIComponent(giftCsv(vouchers))}`

  async function print() {
    if (await store.loadQrCodes()) window.requestAnimationFrame(() => window.print())
  }

  return (
    <div className="stack">
      <h2 className="display h3">{order.product.name}</h2>
      <p>
        <Trans>
          {openCount} not redeemed, {redeemedCount} redeemed
        </Trans>
      </p>
      <div className="actions gift-card__actions">
        {openCount > 0 ? (
          <Button busy={isBusy} onClick={() => void print()}>
            <Trans>Print</Trans>
          </Button>
        ) : null}
        {vouchers.length > 1 ? (
          <a className="button" href={csv} download={`codes-${order.id}.csv`}>
            <Trans>Download CSV</Trans>
          </a>
        ) : null}
        {openCount > 0 ? <RefundButton numbers={openNumbers} /> : null}
        <LinkButton kind="quiet" to="/profile">
          <Trans>View my orders</Trans>
        </LinkButton>
      </div>
      <ul className="gift-cards">
        {vouchers.map(voucher => (
          <GiftCard key={voucher.number} voucher={voucher} item={order.product.name}>
            {vouchers.length > 1 ? <RefundButton numbers={[voucher.number]} /> : null}
          </GiftCard>
        ))}
      </ul>
    </div>
  )
})

/** The button that cancels codes of the order, after a confirmation. */
const RefundButton = observer(function RefundButton({ numbers }: { numbers: readonly number[] }) {
  const store = useBilling().resolve(giftCodesStore)
  const [isOpen, setOpen] = useState(false)
  const { refundForm, codes } = store
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <Trans>Cancel and refund</Trans>
      </Button>
      {isOpen && codes.value ? (
        <VoucherRefundDialog
          order={codes.value.order}
          numbers={numbers}
          busy={refundForm.isBusy}
          errorMessage={refundForm.errorMessage}
          onRefund={selected => store.refund(selected)}
          onClose={() => {
            refundForm.clear()
            setOpen(false)
          }}
        />
      ) : null}
    </>
  )
})
