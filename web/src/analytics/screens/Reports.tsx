import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useTitle } from '@/shared/hooks/useTitle'
import { lateScreen } from '@/shared/screens'
import { LinkButton } from '@/shared/ui/Button'
import { FullState } from '@/shared/ui/FullState'
import { useAnalytics } from '../context'
import { reportsStore } from '../stores/ReportsStore'

/** What it takes to draw comes for those who may see it. */
const Studio = lateScreen(() => import('./Studio'))

/** `/studio/reports`: for whoever looks after the channel. Visitors are asked to log in before they come here. */
export default observer(function Reports() {
  const { t } = useLingui()
  const analytics = useAnalytics()
  const { viewer } = analytics.shell
  const { refused } = analytics.bring(reportsStore)
  useTitle(t`Reports`)
  if (!viewer.operator || refused) return <NoOperator email={viewer.email} />
  return <Studio />
})

/** Nobody but operators; how one becomes one. */
function NoOperator({ email }: { email: string | null }) {
  const { t } = useLingui()
  return (
    <FullState
      title={t`Reports need an operator account`}
      actions={
        <LinkButton kind="primary" to="/">
          <Trans>Back to home</Trans>
        </LinkButton>
      }
    >
      <Trans>
        You are logged in as {email ?? ''}, who does not look after this channel. Whoever runs the server
        makes an account an operator’s with the command “touchline operator add”.
      </Trans>
    </FullState>
  )
}
