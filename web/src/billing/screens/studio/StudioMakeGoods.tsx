import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useCallback, useEffect } from 'react'
import { Link, useParams } from 'react-router'
import { Loaded } from '@/shared/studio/Loaded'
import { StudioPage } from '@/shared/studio/StudioPage'
import { EmptyState } from '@/shared/ui/states'
import MakeGoodPanel from '../../components/studio/MakeGoodPanel'
import { useBilling } from '../../context'
import { formatPrice } from '../../price'
import { makeGoodStore } from '../../stores/MakeGoodStore'
import '@/shared/ui/Panel.css'

/** `/studio/orders/make-good`: the events with make-goods that wait for a decision. */
export const StudioMakeGoods = observer(function StudioMakeGoods() {
  const { t, i18n } = useLingui()
  const store = useBilling().resolve(makeGoodStore)
  const load = useCallback(() => void store.loadWaiting(), [store])
  useEffect(load, [load])
  return (
    <StudioPage
      title={t`Make-goods`}
      parent={{ to: '/studio/orders', label: t`Orders` }}
      lede={<Trans>Viewers who paid, and lost a part of an event through no fault of their own.</Trans>}
    >
      <Loaded source={store.waiting} errorTitle={t`The make-goods could not be loaded`} onRetry={load}>
        {events =>
          events.length === 0 ? (
            <EmptyState icon="ticket" title={t`Nothing to decide`}>
              <Trans>New proposals appear here after an event.</Trans>
            </EmptyState>
          ) : (
            <ul className="stack">
              {events.map(event => (
                <li key={event.event_id} className="panel spread">
                  <span className="stack stack--2">
                    <Link className="link" to={`/studio/orders/make-good/${event.event_id}`}>
                      {event.event_name}
                    </Link>
                    <span className="muted">
                      <Plural value={event.count} one="# viewer" other="# viewers" />
                    </span>
                  </span>
                  <strong>{formatPrice({ price: event.unpaid, currency: event.currency }, i18n)}</strong>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </StudioPage>
  )
})

/** `/studio/orders/make-good/:event`: the make-goods of one event. */
export function StudioEventMakeGood() {
  const { t } = useLingui()
  const { event = '' } = useParams()
  return (
    <StudioPage title={t`Make-good`} parent={{ to: '/studio/orders/make-good', label: t`Make-goods` }}>
      <MakeGoodPanel eventKey={event} />
    </StudioPage>
  )
}
