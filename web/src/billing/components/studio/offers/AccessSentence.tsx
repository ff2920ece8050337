import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { EventOffersProps } from '@/shared/contexts/slots'
import { useOpenRooms } from '@/shared/studio/openRooms'
import { LinkButton } from '@/shared/ui/Button'
import { Icon } from '@/shared/ui/Icon'
import type { EventOffers } from '../../../studioOffersApi'

type Props = EventOffers & Pick<EventOffersProps, 'isForMembers' | 'hasPrice'>

/** Who can watch an event, or why nobody can buy it and what to do. */
export function AccessSentence(props: Props) {
  const { pass_type: passType, availability, offers, isForMembers, hasPrice } = props
  if (passType === 'free' || passType === 'register')
    return (
      <p>
        <FreeText isForMembers={isForMembers} needsAccount={passType === 'register'} />
      </p>
    )
  if (availability === 'canceled')
    return (
      <Problem>
        <Trans>The event is canceled. Nobody can buy it.</Trans>
      </Problem>
    )
  if (availability === 'postponed')
    return (
      <Problem>
        <Trans>The event is postponed. Nobody can buy it until it has a new date.</Trans>
      </Problem>
    )
  if (availability === 'none')
    return (
      <Problem>
        <Trans>The event is over, and viewers can watch no recording. Nobody can buy it.</Trans>
      </Problem>
    )
  const isPriceUsed = !hasPrice || offers.some(({ kind }) => kind === 'event')
  if (!offers.length)
    return (
      <>
        <Problem>
          <Trans>It is paid, but no offer opens it. Nobody can buy this event.</Trans>
        </Problem>
        <Repair isPayPerView={passType === 'ppv'} />
      </>
    )
  return (
    <>
      {offers.some(({ state }) => state === 'on_sale') ? (
        <p>
          <PaidText isForMembers={isForMembers} isPayPerView={passType === 'ppv'} />
        </p>
      ) : (
        <Problem>
          <Trans>Viewers can’t buy any of these offers for this event now.</Trans>
        </Problem>
      )}
      {isPriceUsed ? null : (
        <Problem>
          <Trans>
            Its own price is not used, because no pass of the type “One event” includes its category.
          </Trans>
        </Problem>
      )}
    </>
  )
}

function FreeText({ isForMembers, needsAccount }: { isForMembers: boolean; needsAccount: boolean }) {
  if (isForMembers) return <Trans>Members of its teams can watch. Nobody has to pay.</Trans>
  if (needsAccount) return <Trans>Everyone with an account can watch. Nobody has to pay.</Trans>
  return <Trans>Everyone can watch, even without an account. Nobody has to pay.</Trans>
}

function PaidText({ isForMembers, isPayPerView }: { isForMembers: boolean; isPayPerView: boolean }) {
  if (isPayPerView && isForMembers)
    return <Trans>Only members of its teams who buy this event can watch. Passes do not open it.</Trans>
  if (isPayPerView) return <Trans>Only buyers of this event can watch. Passes do not open it.</Trans>
  if (isForMembers) return <Trans>Members of its teams can watch with one of these offers.</Trans>
  return <Trans>Viewers can watch with one of these offers.</Trans>
}

/** How to put an event on sale that no offer opens. */
function Repair({ isPayPerView }: { isPayPerView: boolean }) {
  const canEdit = useOpenRooms().has('offers')
  return (
    <>
      <p>
        {isPayPerView ? (
          <Trans>Add a pass of the type “One event” that includes its category.</Trans>
        ) : (
          <Trans>Add a pass that includes its category, or one of the type “One event”.</Trans>
        )}{' '}
        {canEdit ? null : <Trans>An owner of the channel can do this.</Trans>}
      </p>
      {canEdit ? (
        <div className="actions">
          <LinkButton to="/studio/offers/package/_new">
            <Trans>New pass</Trans>
          </LinkButton>
        </div>
      ) : null}
    </>
  )
}

function Problem({ children }: { children: ReactNode }) {
  return (
    <p className="error">
      <Icon name="alert" />
      {children}
    </p>
  )
}
