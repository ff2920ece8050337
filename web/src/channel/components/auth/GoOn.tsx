import { Trans } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { LinkButton } from '@/shared/ui/Button'
import { useChannel } from '../../context'
import { wayBack } from '../../stores/WayBack'

/** Back to what somebody came for, by its name where it is known. */
export const GoOn = observer(function GoOn() {
  const { to, title } = useChannel().bring(wayBack)
  return (
    <LinkButton kind="primary" size="l" block to={to}>
      {title ? <Trans>Continue to {title}</Trans> : <Trans>Continue</Trans>}
    </LinkButton>
  )
})
