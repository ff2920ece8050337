import { Trans } from '@lingui/react/macro'
import { useContext } from 'react'
import { LeadsSomewhere } from '@/shared/leadsSomewhere'
import { LinkButton } from '@/shared/ui/Button'

/** To the orders of the profile, where they are. */
export function SeeOrders() {
  if (!useContext(LeadsSomewhere)('/profile')) return null
  return (
    <LinkButton to="/profile">
      <Trans>See my orders</Trans>
    </LinkButton>
  )
}

/** To the game, or to what else was bought. */
export function Watch({ event, to }: { event: number | null; to: string }) {
  return (
    <LinkButton kind="primary" icon="play" to={event === null ? to : `/watch/${event}`}>
      {event === null ? <Trans>Start watching</Trans> : <Trans>Go to the game</Trans>}
    </LinkButton>
  )
}

/** To whoever can help, where the channel has such a page. */
export function Contact() {
  if (!useContext(LeadsSomewhere)('/contacts')) return null
  return (
    <LinkButton to="/contacts">
      <Trans>Contact us</Trans>
    </LinkButton>
  )
}
