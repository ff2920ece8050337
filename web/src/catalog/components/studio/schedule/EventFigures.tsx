import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useCallback, useEffect } from 'react'
import { MINUTE_MS } from '@/shared/constants'
import { formatMoney } from '@/shared/format/money'
import { useInterval } from '@/shared/hooks/useInterval'
import { lazyComponent } from '@/shared/loading/lazyComponent'
import { DetailList } from '@/shared/studio/DetailList'
import { Loaded } from '@/shared/studio/Loaded'
import { useOpenRooms } from '@/shared/studio/openRooms'
import { LinkButton } from '@/shared/ui/Button'
import { EmptyState } from '@/shared/ui/states'
import { useCatalog } from '../../../context'
import type { EventEvidence, EventFigures as Figures } from '../../../figuresApi'
import { figuresStore } from '../../../stores/studio/FiguresStore'
import { useWatchTimeFormat } from './useWatchTimeFormat'
import '@/shared/ui/Panel.css'
import '@/shared/studio/ItemPage.css'

const WhoCouldWatch = lazyComponent(() => import('./WhoCouldWatch'))
const EventCharts = lazyComponent(() => import('./EventCharts'))

/** The sales and viewers of one event. They refresh every minute. */
export default observer(function EventFigures({ eventKey }: { eventKey: string }) {
  const { t } = useLingui()
  const store = useCatalog().resolve(figuresStore)
  const load = useCallback(() => void store.load(eventKey), [store, eventKey])
  useEffect(load, [load])
  useInterval(load, MINUTE_MS)
  return (
    <Loaded source={store.figures} errorTitle={t`The figures could not be loaded`} onRetry={load}>
      {figures =>
        isEmpty(figures) && !hasEvidence(store.evidence.value) ? (
          <NothingYet />
        ) : (
          <Panels figures={figures} evidence={store.evidence.value} />
        )
      }
    </Loaded>
  )
})

const isEmpty = ({ sales, audience, clips }: Figures): boolean =>
  audience !== null && sales.orders + sales.holders + audience.viewers + clips === 0

const hasEvidence = (evidence: EventEvidence | null): boolean =>
  evidence !== null && evidence.viewers + evidence.outages.length > 0

function NothingYet() {
  const { t } = useLingui()
  return (
    <EmptyState icon="chart" title={t`No figures yet`}>
      <Trans>Nobody has watched or bought this event yet.</Trans>
    </EmptyState>
  )
}

function Panels({ figures, evidence }: { figures: Figures; evidence: EventEvidence | null }) {
  const id = figures.event_id
  const canSeeOrders = useOpenRooms().has('orders')
  return (
    <div className="stack stack--6">
      <div className="item-page">
        <SalesPanel figures={figures} />
        <ViewersPanel figures={figures} />
      </div>
      <EventCharts figures={figures} />
      {evidence && hasEvidence(evidence) ? <WhoCouldWatch evidence={evidence} /> : null}
      <div className="cluster">
        {canSeeOrders ? (
          <LinkButton icon="ticket" to={`/studio/orders?event=${id}`}>
            <Trans>Open in Orders</Trans>
          </LinkButton>
        ) : null}
        <LinkButton icon="chart" to={`/studio/reports?event=${id}&quality=${id}`}>
          <Trans>Open in Reports</Trans>
        </LinkButton>
      </div>
    </div>
  )
}

function SalesPanel({ figures: { sales } }: { figures: Figures }) {
  const { t, i18n } = useLingui()
  const money = (amount: string) => formatMoney(amount, sales.currency, i18n.locale)
  return (
    <section className="panel stack" aria-labelledby="event-sales">
      <h2 className="display h3" id="event-sales">
        <Trans>Sales</Trans>
      </h2>
      <DetailList
        rows={[
          [t`Orders`, i18n.number(sales.orders)],
          [t`Gross sales`, money(sales.gross)],
          [t`Refunds`, money(sales.refunds)],
          [t`Net sales`, <strong key="net">{money(sales.net)}</strong>],
          [t`Have access now`, i18n.number(sales.holders)],
        ]}
      />
      <p className="hint">
        <Trans>Only orders for this event. Passes that include it are in Reports.</Trans>
      </p>
    </section>
  )
}

function ViewersPanel({ figures: { audience, clips } }: { figures: Figures }) {
  const { t, i18n } = useLingui()
  const watchTime = useWatchTimeFormat()
  return (
    <section className="panel stack" aria-labelledby="event-viewers">
      <h2 className="display h3" id="event-viewers">
        <Trans>Viewers</Trans>
      </h2>
      {audience ? null : (
        <p className="muted" role="status">
          <Trans>Viewers can’t be counted right now. Try again in a few minutes.</Trans>
        </p>
      )}
      <DetailList
        rows={[
          [t`Unique viewers`, audience && i18n.number(audience.viewers)],
          [t`Watch time`, audience && watchTime(audience.minutes)],
          [t`Average per viewer`, audience && watchTime(audience.average_minutes)],
          [t`Most viewers at once`, audience && i18n.number(audience.peak_viewers)],
          [t`Clips made`, i18n.number(clips)],
        ]}
      />
      <p className="hint">
        <Trans>Live and replay, without bots.</Trans>
      </p>
    </section>
  )
}
