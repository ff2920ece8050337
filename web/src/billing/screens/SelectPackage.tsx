import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useCallback, useEffect } from 'react'
import { Navigate, useParams } from 'react-router'
import { whenLabel } from '@/shared/format/dates'
import { useTitle } from '@/shared/hooks/useTitle'
import { idFrom } from '@/shared/routeId'
import { SkeletonLine, SkeletonPoster } from '@/shared/ui/Skeleton'
import { ErrorState } from '@/shared/ui/states'
import { GameArt } from '../components/GameArt'
import { NoWay } from '../components/plans/NoWay'
import { WayRow } from '../components/plans/WayRow'
import { useListTold } from '../components/useListTold'
import { useBilling } from '../context'
import type { BuyableEvent, OfferLine } from '../model'
import { offersStore } from '../stores/OffersStore'
import { itemOfWay } from '../told'
import { lockedEvent, waysTo } from '../ways'
import '@/shared/ui/Field.css'
import '../components/plans/Ways.css'

/** `/select-package/{id}`: all that opens the game with this id; one is chosen, and bought on the next page. */
export default observer(function SelectPackage() {
  const { t } = useLingui()
  const store = useBilling().bring(offersStore)
  const id = idFrom(useParams())
  const load = useCallback(() => {
    if (id === null) return
    void store.loadEvent(id)
    void store.loadLines({ event_id: id })
  }, [store, id])
  useEffect(load, [load])
  useTitle(t`Choose how to watch`)
  const { value: event, busy } = store.event
  const lines = id === null ? null : store.linesOf({ event_id: id })
  if (id === null || store.isEventMissing(id)) return <Navigate to="/404" replace />
  return (
    <div className="page page--narrow">
      <div className="page-head">
        <h1 className="display h1" tabIndex={-1}>
          <Trans>Choose how to watch</Trans>
        </h1>
      </div>
      {store.eventErrorOf(id) || store.lines.error ? (
        <ErrorState title={t`The game did not load`} onRetry={load} busy={busy} />
      ) : event?.id === id && lines ? (
        <Choice event={event} lines={lines} />
      ) : (
        <Waiting />
      )}
    </div>
  )
})

interface Props {
  event: BuyableEvent
  lines: readonly OfferLine[]
}

const Choice = observer(function Choice({ event, lines }: Props) {
  const { i18n } = useLingui()
  const { channel } = useBilling().shell
  const ways = event.has_access ? [] : waysTo(lockedEvent(event), lines, channel)
  const told = useListTold(
    'select_package',
    ways.map(way => itemOfWay(way, event)),
  )
  const when = whenLabel(event.event_utc_ts * 1000, { language: i18n.locale })
  return (
    <div className="choose">
      <div className="stack stack--2">
        <div className="choose__art">
          <GameArt event={event} eager />
        </div>
        <p>
          <strong>{event.name}</strong>
        </p>
        <p className="hint">{[event.event_category?.name, when].filter(Boolean).join(', ')}</p>
      </div>
      {ways.length === 0 ? (
        <NoWay event={event} />
      ) : (
        <ul className="ways">
          {ways.map((way, place) => (
            <WayRow
              key={way.key}
              way={way}
              leads={place === 0}
              onChoose={() => told(itemOfWay(way, event))}
            />
          ))}
        </ul>
      )}
    </div>
  )
})

function Waiting() {
  return (
    <div className="choose" aria-busy="true">
      <div className="stack stack--2">
        <SkeletonPoster />
        <SkeletonLine width={60} />
      </div>
      <div className="ways">
        {[0, 1, 2, 3].map(row => (
          <div key={row} className="way way--skeleton skel" />
        ))}
      </div>
    </div>
  )
}
