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
  const there = (url: string | null) => (url && shell.leadsSomewhere(url) ? url : null)
  const sold = price ? there(buy) : null
  const passes = free ? null : there('/packages')
  const logIn = anonymous ? there('/login') : null
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
      {sold || passes || logIn ? (
        <div className="actions">
          {sold ? (
            <LinkButton kind="primary" size="l" to={sold}>
              <Trans>Buy for {price}</Trans>
            </LinkButton>
          ) : null}
          {passes ? (
            <LinkButton kind={sold ? 'soft' : 'primary'} size="l" to={passes}>
              <Trans>See passes</Trans>
            </LinkButton>
          ) : null}
          {logIn ? (
            <LinkButton kind={free ? 'primary' : 'outline'} size="l" to={logIn}>
              <Trans>Log in</Trans>
            </LinkButton>
          ) : null}
        </div>
      ) : null}
    </>
  )
}
