import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useCallback, useEffect } from 'react'
import { Link, useParams } from 'react-router'
import { DetailList } from '@/shared/studio/DetailList'
import { Loaded } from '@/shared/studio/Loaded'
import { StudioPage } from '@/shared/studio/StudioPage'
import { includedText } from '../../capabilityText'
import { OrderActions } from '../../components/studio/OrderActions'
import { OrderMakeGoods } from '../../components/studio/OrderMakeGoods'
import { OrderTimeline } from '../../components/studio/OrderTimeline'
import { useStudioOrderLabels } from '../../components/studio/useStudioOrderLabels'
import { useBilling } from '../../context'
import { studioOrdersStore } from '../../stores/StudioOrdersStore'
import type { StudioOrder as Order } from '../../studioOrdersApi'
import '@/shared/studio/ItemPage.css'
import '@/shared/ui/Panel.css'

/** `/studio/orders/:id`: one order, what happened to it, and what operators can do about it. */
export default observer(function StudioOrder() {
  const { t } = useLingui()
  const id = Number(useParams().id)
  const store = useBilling().resolve(studioOrdersStore)
  const load = useCallback(() => void store.loadOrder(id), [store, id])
  useEffect(() => {
    load()
    return () => store.clearForms()
  }, [load, store])
  const order = store.order.value
  return (
    <StudioPage
      title={t`Order ${id}`}
      parent={{ to: '/studio/orders', label: t`Orders` }}
      actions={order ? <OrderActions order={order} /> : null}
    >
      <Loaded source={store.order} errorTitle={t`The order could not be loaded`} onRetry={load}>
        {loaded => (
          <div className="item-page">
            <OrderDetails order={loaded} />
            <section className="panel stack">
              <h2 className="display h3">
                <Trans>Timeline</Trans>
              </h2>
              <OrderTimeline order={loaded} />
            </section>
          </div>
        )}
      </Loaded>
    </StudioPage>
  )
})

function OrderDetails({ order }: { order: Order }) {
  const { t, i18n } = useLingui()
  const labels = useStudioOrderLabels()
  const { viewer, currency, product } = order
  const money = (amount: string) => (Number(amount) ? labels.money(amount, currency) : null)
  return (
    <div className="stack stack--6">
      <section className="panel stack">
        <div className="spread">
          <h2 className="display h3">{labels.productOf(order)}</h2>
          <span className="cluster">{labels.badgesOf(order)}</span>
        </div>
        <DetailList
          rows={[
            [
              t`Viewer`,
              viewer ? (
                <Link className="link" to={`/studio/viewers/${viewer.id}`}>
                  {viewer.name ? `${viewer.name}, ${viewer.email}` : viewer.email}
                </Link>
              ) : (
                t`Closed account`
              ),
            ],
            [t`Product`, labels.kinds[order.type]],
            [t`Price`, money(order.base_price)],
            [t`Service fee`, money(order.service_fee)],
            [t`Discount`, Number(order.discount) ? `−${labels.money(order.discount, currency)}` : null],
            [t`Promo code`, order.promo_code],
            [t`Total`, labels.money(order.total, currency)],
            [t`Card`, labels.cardOf(order)],
            [t`Problem`, order.failure_message],
          ]}
        />
      </section>
      <section className="panel stack">
        <h2 className="display h3">
          <Trans>Access</Trans>
        </h2>
        <DetailList
          rows={[
            [t`Includes`, includedText(product.capabilities, i18n)],
            [t`Since`, order.starts_at && labels.day(order.starts_at)],
            [t`Ended`, order.ended_at && labels.day(order.ended_at)],
            [t`Renews`, order.renews_at && labels.day(order.renews_at)],
            [
              t`Last day`,
              order.starts_at === null || order.ended_at || order.renews_at
                ? null
                : order.expires_at
                  ? labels.lastDay(order.expires_at)
                  : t`No end`,
            ],
          ]}
        />
      </section>
      <OrderMakeGoods makeGoods={order.make_goods} />
    </div>
  )
}
