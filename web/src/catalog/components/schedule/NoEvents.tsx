import { Trans, useLingui } from '@lingui/react/macro'
import { Button, LinkButton } from '@/shared/ui/Button'
import { EmptyState } from '@/shared/ui/states'
import { countActiveFilters, type Filters, type ScheduleSection } from '../../filters'

interface Props {
  section: ScheduleSection
  filters: Filters
  onClear: () => void
}

/** The message of an empty list, with a button that clears the filters or leads to another page. */
export function NoEvents({ section, filters, onClear }: Props) {
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
  const isLive = section === '/live'
  const titles = {
    '/live': t`Nothing is live right now`,
    '/vod': t`No replays yet`,
    '/upcoming': t`No games scheduled`,
    '/schedule': t`No games scheduled`,
  }
  return (
    <EmptyState
      icon="cal"
      title={titles[section]}
      actions={
        <LinkButton kind="primary" to={isLive ? '/upcoming' : '/'}>
          {isLive ? <Trans>View upcoming games</Trans> : <Trans>Back to home</Trans>}
        </LinkButton>
      }
    >
      {isLive ? <Trans>Live games appear here automatically.</Trans> : <Trans>Check back soon.</Trans>}
    </EmptyState>
  )
}
