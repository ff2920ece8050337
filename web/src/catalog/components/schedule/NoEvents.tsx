import { Trans, useLingui } from '@lingui/react/macro'
import { Button, LinkButton } from '@/shared/ui/Button'
import { EmptyState } from '@/shared/ui/states'
import { countActiveFilters, type Filters, type ScheduleSection } from '../../filters'

interface Props {
  section: ScheduleSection
  filters: Filters
  onClear: () => void
}

/** Nothing in the list: because of the filters, or because there is nothing; with a way on. */
export function NoEvents({ section: part, filters, onClear }: Props) {
  const { t } = useLingui()
  if (countActiveFilters(filters) > 0) {
    return (
      <EmptyState
        title={t`No matching games`}
        actions={
          <Button kind="primary" onClick={onClear}>
            <Trans>Clear filters</Trans>
          </Button>
        }
      >
        <Trans>Choose more dates or remove a filter.</Trans>
      </EmptyState>
    )
  }
  const live = part === '/live'
  const titles = {
    '/live': t`Nothing is live right now`,
    '/vod': t`No replays yet`,
    '/upcoming': t`No games scheduled`,
    '/schedule': t`No games scheduled`,
  }
  return (
    <EmptyState
      icon="cal"
      title={titles[part]}
      actions={
        <LinkButton kind="primary" to={live ? '/upcoming' : '/'}>
          {live ? <Trans>View upcoming games</Trans> : <Trans>Back to home</Trans>}
        </LinkButton>
      }
    >
      {live ? <Trans>Live games appear here automatically.</Trans> : <Trans>Check back soon.</Trans>}
    </EmptyState>
  )
}
