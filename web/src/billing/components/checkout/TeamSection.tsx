import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useErrorMessage } from '@/shared/http/errorMessages'
import { Chips } from '@/shared/ui/Chips'
import { useBilling } from '../../context'
import { checkoutStore } from '../../stores/CheckoutStore'
import { CheckoutSection } from './CheckoutSection'

/** The section to choose the team of a team pass. It is hidden for other items. */
export const TeamSection = observer(function TeamSection() {
  const { t } = useLingui()
  const getErrorMessage = useErrorMessage()
  const checkout = useBilling().resolve(checkoutStore)
  const { item, teams, teamId } = checkout.selection
  if (!item?.requiresTeam) return null
  const { team: teamError } = checkout.missing
  return (
    <CheckoutSection
      title={<Trans>Team</Trans>}
      hint={<Trans>Choose a team. The pass includes all its games, home and away.</Trans>}
      error={teamError && getErrorMessage(teamError)}
    >
      {() => (
        <Chips
          wrap
          label={t`Team`}
          value={teamId}
          onChange={id => checkout.selectTeam(id)}
          choices={teams.map(({ id, name, images }) => ({
            value: id,
            label: name,
            image: images.logo ?? undefined,
          }))}
        />
      )}
    </CheckoutSection>
  )
})
