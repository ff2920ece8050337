import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useErrorMessage } from '@/shared/http/errorMessages'
import { Chips } from '@/shared/ui/Chips'
import { useBilling } from '../../context'
import { checkoutStore } from '../../stores/CheckoutStore'
import { CheckoutSection } from './CheckoutSection'

/** Which team a team pass is for; other things are for everybody. */
export const TeamSection = observer(function TeamSection() {
  const { t } = useLingui()
  const say = useErrorMessage()
  const checkout = useBilling().resolve(checkoutStore)
  const { item: choice, teams, teamId } = checkout.selection
  if (!choice?.requiresTeam) return null
  const { team: missing } = checkout.missing
  return (
    <CheckoutSection
      title={<Trans>Team</Trans>}
      hint={<Trans>Choose a team. The pass includes all its games, home and away.</Trans>}
      error={missing && say(missing)}
    >
      {() => (
        <Chips
          wrap
          label={t`Team`}
          value={teamId}
          onChange={id => checkout.chooseTeam(id)}
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
