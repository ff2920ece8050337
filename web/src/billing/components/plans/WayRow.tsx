import { Trans } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { LinkButton } from '@/shared/ui/Button'
import { useBilling } from '../../context'
import { watchAddress } from '../../watching'
import type { Way } from '../../ways'
import { Bought } from './Bought'
import { useWayWords } from './useWayWords'

interface Props {
  way: Way
  leads: boolean
  onChoose: () => void
}

/** One way to watch, and the way to buy it. */
export const WayRow = observer(function WayRow({ way, leads, onChoose }: Props) {
  const { channel } = useBilling().shell
  const { name, line, price } = useWayWords()(way)
  return (
    <li className="way">
      <div className="way__what">
        <h2>{name}</h2>
        <p className="hint">{line}</p>
      </div>
      {way.held ? null : <span className="way__price">{price}</span>}
      {way.held && way.offer ? (
        <div className="way__held">
          <Bought
            type={way.kind === 'subscription' ? 'subscription' : 'package'}
            watch={watchAddress(channel, way.offer, way.team ?? undefined)}
          />
        </div>
      ) : channel.payments && !way.held ? (
        <LinkButton kind={leads ? 'primary' : 'outline'} to={way.to} onClick={onChoose}>
          <Trans>Choose</Trans>
          <span className="sr-only">, {name}</span>
        </LinkButton>
      ) : null}
    </li>
  )
})
