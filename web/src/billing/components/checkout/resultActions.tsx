import { Trans } from '@lingui/react/macro'
import { useContext } from 'react'
import { LinkableContext } from '@/shared/contexts/linkable'
import { LinkButton } from '@/shared/ui/Button'

/** To the orders of the profile, where they are. */
export function OrdersLink() {
  if (!useContext(LinkableContext)('/profile')) return null
  return (
    <LinkButton to="/profile">
      <Trans>View my orders</Trans>
    </LinkButton>
  )
}

/** To the game, or to what else was bought. */
export function WatchLink({ event, to }: { event: number | null; to: string }) {
  return (
    <LinkButton kind="primary" icon="play" to={event === null ? to : `/watch/${event}`}>
      {event === null ? <Trans>Start watching</Trans> : <Trans>Go to the game</Trans>}
    </LinkButton>
  )
}

/** To whoever can help, where the channel has such a page. */
export function ContactLink() {
  if (!useContext(LinkableContext)('/contacts')) return null
  return (
    <LinkButton to="/contacts">
      <Trans>Contact us</Trans>
    </LinkButton>
  )
}
