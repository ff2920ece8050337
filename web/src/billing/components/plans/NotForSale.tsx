import { Trans, useLingui } from '@lingui/react/macro'
import { LinkButton } from '@/shared/ui/Button'
import { EmptyState } from '@/shared/ui/states'
import type { BuyableEvent } from '../../model'

/** The notice for an event that is not for sale: it is open, free with an account, geo-blocked or not on sale. */
export function NotForSale({ event }: { event: BuyableEvent }) {
  const { t } = useLingui()
  const watchLink = (
    <LinkButton kind="primary" icon="play" to={`/watch/${event.id}`}>
      <Trans>Go to the game</Trans>
    </LinkButton>
  )
  if (event.has_access) {
    return (
      <EmptyState
        icon="check"
        title={t`You already have access to this game`}
        actions={
          <>
            {watchLink}
            {event.pass_type === 'paid' || event.pass_type === 'ppv' ? (
              <LinkButton to={`/buy?event_id=${event.id}&gift=1`}>
                <Trans>Buy as a gift</Trans>
              </LinkButton>
            ) : null}
          </>
        }
      />
    )
  }
  if (event.access_reason === 'geo_blocked') {
    return (
      <EmptyState icon="globe" title={t`Not available in your region`}>
        <Trans>We're sorry, but this content is not available in your region.</Trans>
      </EmptyState>
    )
  }
  if (event.pass_type === 'register') {
    return (
      <EmptyState
        icon="user"
        title={t`Free with an account`}
        actions={
          <LinkButton kind="primary" to="/login">
            <Trans>Log in</Trans>
          </LinkButton>
        }
      >
        <Trans>Create a free account or log in to watch.</Trans>
      </EmptyState>
    )
  }
  return (
    <EmptyState icon="ticket" title={t`No pass for this game is on sale`} actions={watchLink}>
      <Trans>It may go on sale later.</Trans>
    </EmptyState>
  )
}
