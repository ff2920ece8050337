import { Trans } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { LinkButton } from '@/shared/ui/Button'
import { useChannel } from '../../context'
import { returnPath } from '../../stores/ReturnPath'

/** The link back to the page before login, with its title if it is known. */
export const ContinueLink = observer(function ContinueLink() {
  const { to, title } = useChannel().resolve(returnPath)
  return (
    <LinkButton kind="primary" size="l" block to={to}>
      {title ? <Trans>Continue to {title}</Trans> : <Trans>Continue</Trans>}
    </LinkButton>
  )
})
