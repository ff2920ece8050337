import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useSentence } from '@/shared/http/sentences'
import { Chips } from '@/shared/ui/Chips'
import { useBilling } from '../../context'
import { checkoutStore } from '../../stores/CheckoutStore'
import { Part } from './Part'

/** Which team a team pass is for; other things are for everybody. */
export const TeamPart = observer(function TeamPart() {
  const { t } = useLingui()
  const say = useSentence()
  const checkout = useBilling().bring(checkoutStore)
  const { choice, teams, teamId } = checkout.selection
  if (!choice?.forTeam) return null
  const { team: missing } = checkout.missing
  return (
    <Part
      title={<Trans>Who it is for</Trans>}
      hint={<Trans>One team comes with the team pass: all its games, at home and away.</Trans>}
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
    </Part>
  )
})
