import { Trans, useLingui } from '@lingui/react/macro'
import { LinkButton } from '@/shared/ui/Button'
import { EmptyState } from '@/shared/ui/states'

/** The notice of a school, team or category without events, with a link to all events. */
export function NoEventsForSubject() {
  const { t } = useLingui()
  return (
    <div className="section">
      <EmptyState
        icon="cal"
        title={t`No games yet`}
        actions={
          <LinkButton kind="primary" to="/">
            <Trans>View all games</Trans>
          </LinkButton>
        }
      >
        <Trans>There are no scheduled or recorded games here yet.</Trans>
      </EmptyState>
    </div>
  )
}
