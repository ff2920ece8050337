import { Trans } from '@lingui/react/macro'
import { LinkButton } from '@/shared/ui/Button'
import { useCatalog } from '../context'
import './WaysIn.css'

interface Props {
  /** Free for everybody with an account. */
  free: boolean
  /** A visitor could also log in. */
  anonymous: boolean
  /** What this one thing costs, written out; null where only a pass opens it. */
  price: string | null
  /** The address that buys it, if it is sold alone. */
  buy: string | null
}

/** What opens a closed thing: logging in, its price, a pass. A way that has no page yet is told, not linked. */
export function WaysIn({ free, anonymous, price, buy }: Props) {
  const { shell } = useCatalog()
  const leads = (url: string) => shell.leadsSomewhere(url)
  return (
    <>
      <p>
        {free ? (
          <Trans>Everybody with a free account can watch this.</Trans>
        ) : price ? (
          <Trans>Buy it alone, or watch it with a pass that covers it.</Trans>
        ) : (
          <Trans>A pass of this channel opens it.</Trans>
        )}
      </p>
      {price ? (
        <p className="ways-in__price">
          <span>
            <Trans>On its own</Trans>
          </span>
          <b>{price}</b>
        </p>
      ) : null}
      <div className="actions">
        {buy && price && leads(buy) ? (
          <LinkButton kind="primary" size="l" to={buy}>
            <Trans>Buy for {price}</Trans>
          </LinkButton>
        ) : null}
        {!free && leads('/packages') ? (
          <LinkButton kind={buy && leads(buy) ? 'soft' : 'primary'} size="l" to="/packages">
            <Trans>See passes</Trans>
          </LinkButton>
        ) : null}
        {anonymous && leads('/login') ? (
          <LinkButton kind={free ? 'primary' : 'outline'} size="l" to="/login">
            <Trans>Log in</Trans>
          </LinkButton>
        ) : null}
      </div>
    </>
  )
}
