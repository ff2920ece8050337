import { plural } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useCallback, useEffect, useId, useState } from 'react'
import { Link } from 'react-router'
import { LinkButton } from '@/shared/ui/Button'
import { ErrorState } from '@/shared/ui/states'
import { useBilling } from '../../context'
import { trialDaysOf } from '../../offers'
import { offersStore } from '../../stores/OffersStore'
import { itemOfWay } from '../../told'
import { chosenOf, type Locked, offersOf, type Way, waysTo } from '../../ways'
import { OptionCard } from '../checkout/OptionCard'
import { useListTold } from '../useListTold'
import { useWayWords } from './useWayWords'
import '@/shared/ui/Field.css'

/** So many are seen at a glance; the others have a page of their own. */
const MOST = 3

interface Props {
  thing: Locked
  /** A visitor may have a pass already. */
  anonymous: boolean
}

/** The ways into a closed game or film, of which one is chosen and bought. */
export const WaysIn = observer(function WaysIn({ thing, anonymous }: Props) {
  const { t } = useLingui()
  const billing = useBilling()
  const { channel } = billing.shell
  const words = useWayWords(thing.kind)
  const offers = billing.bring(offersStore)
  const { kind, id } = thing
  const load = useCallback(
    () => void offers.loadLines(kind === 'event' ? { event_id: id } : { vod_id: id }),
    [offers, kind, id],
  )
  useEffect(load, [load])
  const lines = offers.linesOf(offersOf(thing))
  const ways = lines ? waysTo(thing, lines, channel).filter(({ held }) => !held) : []
  const shown = chosenOf(ways, MOST)
  const called = { id: thing.id, name: thing.participants.map(({ name }) => name).join(' @ ') }
  const told = useListTold(
    'ways_in',
    shown.map(way => itemOfWay(way, called)),
  )
  const group = useId()
  const [key, setKey] = useState<string | null>(null)
  const chosen = shown.find(way => way.key === key) ?? shown[0]
  if (!lines && offers.lines.error) {
    return <ErrorState title={t`The passes did not load`} onRetry={load} busy={offers.lines.busy} />
  }
  if (!lines) return <div className="ways-in__wait" aria-busy="true" />
  return (
    <>
      {chosen ? (
        <div className="stack stack--2" role="radiogroup" aria-label={t`Ways to watch`}>
          {shown.map(way => {
            const { name: title, line, price } = words(way)
            return (
              <OptionCard
                key={way.key}
                group={group}
                checked={way === chosen}
                onChoose={() => setKey(way.key)}
                title={title}
                line={line}
                end={<span className="option__price">{price}</span>}
              />
            )
          })}
        </div>
      ) : (
        <p>
          <Trans>Nothing that is on sale now opens it.</Trans>
        </p>
      )}
      {chosen && channel.payments ? (
        <BuyLink way={chosen} onChoose={() => told(itemOfWay(chosen, called))} />
      ) : null}
      {ways.length > shown.length ? (
        <p>
          <Link className="link" to={thing.kind === 'event' ? `/select-package/${thing.id}` : '/packages'}>
            <Plural value={ways.length} one="See # way to watch" other="See all # ways to watch" />
          </Link>
        </p>
      ) : null}
      {anonymous ? (
        <p className="hint">
          <Trans>
            Already have a pass?{' '}
            <Link className="link" to="/login">
              Log in
            </Link>{' '}
            and watch at once.
          </Trans>
        </p>
      ) : null}
    </>
  )
})

/** Leads to paying for the way that is chosen. */
const BuyLink = observer(function BuyLink({ way, onChoose }: { way: Way; onChoose: () => void }) {
  const { t } = useLingui()
  const { viewer } = useBilling().shell
  const { name, price } = useWayWords()(way)
  const days = way.offer ? trialDaysOf(way.offer, viewer) : 0
  return (
    <LinkButton kind="primary" size="l" block to={way.to} onClick={onChoose}>
      {days > 0
        ? plural(days, { one: 'Start # day free', other: 'Start # days free' })
        : way.kind === 'event'
          ? t`Buy this game for ${price}`
          : t`Choose ${name}`}
    </LinkButton>
  )
})
