import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useDocumentTitle } from '@/shared/hooks/useDocumentTitle'
import { lazyScreen } from '@/shared/loading/screens'
import { LinkButton } from '@/shared/ui/Button'
import { FullPageState } from '@/shared/ui/FullPageState'
import { useChannel } from '../../context'
import { activityStore } from '../../stores/ActivityStore'

/** The page with the list. It loads only for operators. */
const ActivityPage = lazyScreen(() => import('./ActivityPage'))

/** The screen `/studio/activity`, for operators of the channel. Its route requires a login. */
export default observer(function Activity() {
  const { t } = useLingui()
  const channel = useChannel()
  const { isForbidden } = channel.resolve(activityStore)
  useDocumentTitle(t`Activity`)
  if (channel.viewer.isOperator && !isForbidden) return <ActivityPage />
  return (
    <FullPageState
      title={t`Activity needs an operator account`}
      actions={
        <LinkButton kind="primary" to="/">
          <Trans>Back to home</Trans>
        </LinkButton>
      }
    >
      <Trans>You’re logged in, but this account is not an operator of this channel.</Trans>
    </FullPageState>
  )
})
