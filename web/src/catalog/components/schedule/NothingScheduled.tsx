import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { Navigate, useLocation } from 'react-router'
import { useDocumentTitle } from '@/shared/hooks/useDocumentTitle'
import { LinkButton } from '@/shared/ui/Button'
import { EmptyState } from '@/shared/ui/states'
import { useCatalog } from '../../context'

/** The page in place of the schedule on a channel without events. Only an address leads to it, no menu. */
export const NothingScheduled = observer(function NothingScheduled() {
  const { t } = useLingui()
  const title = useCatalog().shell.channel.text('schedule_title') ?? t`Schedule`
  useDocumentTitle(title)
  if (useLocation().pathname !== '/schedule') return <Navigate to="/schedule" replace />
  return (
    <div className="page">
      <div className="page-head">
        <h1 className="display h1" tabIndex={-1}>
          {title}
        </h1>
      </div>
      <EmptyState
        icon="cal"
        title={t`Nothing is scheduled`}
        actions={
          <LinkButton kind="primary" to="/">
            <Trans>Back to home</Trans>
          </LinkButton>
        }
      >
        <Trans>Check back soon.</Trans>
      </EmptyState>
    </div>
  )
})
