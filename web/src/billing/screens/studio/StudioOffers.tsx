import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { type ReactNode, useCallback, useEffect } from 'react'
import { NavLink, Route } from 'react-router'
import { Loaded } from '@/shared/studio/Loaded'
import { PagedList } from '@/shared/studio/PagedList'
import { RoomRoutes } from '@/shared/studio/RoomRoutes'
import { StudioPage } from '@/shared/studio/StudioPage'
import { LinkButton } from '@/shared/ui/Button'
import { EmptyState } from '@/shared/ui/states'
import { TabNav } from '@/shared/ui/TabNav'
import { CouponTable } from '../../components/studio/offers/CouponTable'
import { OfferTable } from '../../components/studio/offers/OfferTable'
import { PricedEventTable } from '../../components/studio/offers/PricedEventTable'
import { useBilling } from '../../context'
import { studioOffersStore } from '../../stores/StudioOffersStore'
import { CouponPage } from './CouponPage'
import { NewOfferPage, OfferPage } from './OfferPage'

const KINDS = ['package', 'subscription'] as const

/** `/studio/offers`: passes and subscriptions, the prices of single events, and promo codes. */
export default function StudioOffers() {
  return (
    <RoomRoutes>
      <Route index element={<OfferList />} />
      <Route path="events" element={<EventPrices />} />
      <Route path="codes" element={<CouponList />} />
      <Route path="codes/_new" element={<CouponPage key="_new" isNew />} />
      <Route path="codes/:code" element={<CouponPage />} />
      {KINDS.map(kind => (
        <Route key={kind} path={kind}>
          <Route path="_new" element={<NewOfferPage kind={kind} />} />
          <Route path=":key/*" element={<OfferPage kind={kind} />} />
        </Route>
      ))}
    </RoomRoutes>
  )
}

function OffersPage({ actions, children }: { actions?: ReactNode; children: ReactNode }) {
  const { t } = useLingui()
  return (
    <StudioPage
      title={t`Offers`}
      lede={<Trans>What viewers can buy, what it opens, and who holds it.</Trans>}
      actions={actions}
    >
      <TabNav label={t`Kinds of offers`}>
        <NavLink to="/studio/offers" end>
          <Trans>Passes and subscriptions</Trans>
        </NavLink>
        <NavLink to="/studio/offers/events">
          <Trans>Single prices</Trans>
        </NavLink>
        <NavLink to="/studio/offers/codes">
          <Trans>Promo codes</Trans>
        </NavLink>
      </TabNav>
      {children}
    </StudioPage>
  )
}

const OfferList = observer(function OfferList() {
  const { t } = useLingui()
  const store = useBilling().resolve(studioOffersStore)
  const load = useCallback(() => void store.loadOffers(), [store])
  useEffect(load, [load])
  const titles = { package: t`Passes`, subscription: t`Subscriptions` }
  return (
    <OffersPage
      actions={
        <>
          <LinkButton icon="plus" to="/studio/offers/subscription/_new">
            <Trans>New subscription</Trans>
          </LinkButton>
          <LinkButton kind="primary" icon="plus" to="/studio/offers/package/_new">
            <Trans>New pass</Trans>
          </LinkButton>
        </>
      }
    >
      <Loaded source={store.offers} errorTitle={t`The offers could not be loaded`} onRetry={load}>
        {offers => (
          <div className="stack stack--8">
            {KINDS.map(kind => {
              const rows = offers.filter(offer => offer.kind === kind)
              return rows.length ? (
                <section key={kind} className="stack" aria-label={titles[kind]}>
                  <h2 className="display h3">{titles[kind]}</h2>
                  <OfferTable offers={rows} />
                </section>
              ) : null
            })}
            {offers.length ? null : (
              <EmptyState icon="ticket" title={t`Nothing is for sale yet`}>
                <Trans>A pass opens events for a season. A subscription renews automatically.</Trans>
              </EmptyState>
            )}
          </div>
        )}
      </Loaded>
    </OffersPage>
  )
})

const EventPrices = observer(function EventPrices() {
  const { t } = useLingui()
  const store = useBilling().resolve(studioOffersStore)
  const { events } = store
  const load = useCallback(() => void store.loadEvents(), [store])
  useEffect(load, [load])
  return (
    <OffersPage>
      <p className="muted">
        <Trans>
          These events have their own price. Other paid events cost as much as the pass for one event. Videos
          of the library open with passes and have no price of their own.
        </Trans>
      </p>
      <PagedList
        list={events}
        errorTitle={t`The events could not be loaded`}
        onRetry={load}
        empty={
          <EmptyState icon="ticket" title={t`No event has its own price`}>
            <Trans>Give an event its own price on its page in the schedule.</Trans>
          </EmptyState>
        }
      >
        {rows => <PricedEventTable events={rows} />}
      </PagedList>
    </OffersPage>
  )
})

const CouponList = observer(function CouponList() {
  const { t } = useLingui()
  const store = useBilling().resolve(studioOffersStore)
  const load = useCallback(() => {
    void store.loadCoupons()
    void store.loadOffers()
  }, [store])
  useEffect(load, [load])
  return (
    <OffersPage
      actions={
        <LinkButton kind="primary" icon="plus" to="/studio/offers/codes/_new">
          <Trans>New promo code</Trans>
        </LinkButton>
      }
    >
      <Loaded source={store.coupons} errorTitle={t`The promo codes could not be loaded`} onRetry={load}>
        {coupons =>
          coupons.length ? (
            <CouponTable coupons={coupons} />
          ) : (
            <EmptyState icon="ticket" title={t`No promo codes yet`}>
              <Trans>A promo code reduces the price by a percentage or an amount.</Trans>
            </EmptyState>
          )
        }
      </Loaded>
    </OffersPage>
  )
})
