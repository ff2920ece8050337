import { Trans } from '@lingui/react/macro'
import { useContext } from 'react'
import { LinkableContext } from '@/shared/contexts/linkable'
import { LinkButton } from '@/shared/ui/Button'

/** The link to the viewer's orders, if the profile page exists. */
export function OrdersLink() {
  if (!useContext(LinkableContext)('/profile')) return null
  return (
    <LinkButton to="/profile">
      <Trans>View my orders</Trans>
    </LinkButton>
  )
}

/** The link to the event or to other purchased content. */
export function WatchLink({ event, to }: { event: number | null; to: string }) {
  return (
    <LinkButton kind="primary" icon="play" to={event === null ? to : `/watch/${event}`}>
      {event === null ? <Trans>Start watching</Trans> : <Trans>Go to the game</Trans>}
    </LinkButton>
  )
}

/** The link to the contact page, if it exists. */
export function ContactLink() {
  if (!useContext(LinkableContext)('/contacts')) return null
  return (
    <LinkButton to="/contacts">
      <Trans>Contact us</Trans>
    </LinkButton>
  )
}
