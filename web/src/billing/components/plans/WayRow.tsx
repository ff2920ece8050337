import { Trans } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { LinkButton } from '@/shared/ui/Button'
import { useBilling } from '../../context'
import type { Way } from '../../ways'
import { useWayWords } from './useWayWords'

interface Props {
  way: Way
  leads: boolean
  onChoose: () => void
}

/** One way to watch, and the way to buy it. */
export const WayRow = observer(function WayRow({ way, leads, onChoose }: Props) {
  const { payments } = useBilling().shell.channel
  const { name, line, price } = useWayWords()(way)
  return (
    <li className="way">
      <div className="way__what">
        <h2>{name}</h2>
        <p className="hint">{line}</p>
      </div>
      <span className="way__price">{price}</span>
      {payments ? (
        <LinkButton kind={leads ? 'primary' : 'outline'} to={way.to} onClick={onChoose}>
          <Trans>Choose</Trans>
          <span className="sr-only">, {name}</span>
        </LinkButton>
      ) : null}
    </li>
  )
})
