import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useDocumentTitle } from '@/shared/hooks/useDocumentTitle'
import { lazyScreen } from '@/shared/loading/screens'
import { LinkButton } from '@/shared/ui/Button'
import { FullPageState } from '@/shared/ui/FullPageState'
import { useAnalytics } from '../context'
import { reportsStore } from '../stores/ReportsStore'

/** The page with its charts. It loads only for operators. */
const ReportsPage = lazyScreen(() => import('./ReportsPage'))

/** The screen `/studio/reports`, for operators of the channel. Its route requires a login. */
export default observer(function Reports() {
  const { t } = useLingui()
  const analytics = useAnalytics()
  const { viewer } = analytics.shell
  const { isForbidden } = analytics.resolve(reportsStore)
  useDocumentTitle(t`Reports`)
  if (!viewer.isOperator || isForbidden) return <OperatorsOnly email={viewer.email} />
  return <ReportsPage />
})

/** The message for viewers who are not operators, with the command that adds one. */
function OperatorsOnly({ email }: { email: string | null }) {
  const { t } = useLingui()
  return (
    <FullPageState
      title={t`Reports need an operator account`}
      actions={
        <LinkButton kind="primary" to="/">
          <Trans>Back to home</Trans>
        </LinkButton>
      }
    >
      <Trans>
        You’re logged in as {email ?? ''}, but this account is not an operator of this channel. Ask your
        server administrator to run “touchline operators add”.
      </Trans>
    </FullPageState>
  )
}
