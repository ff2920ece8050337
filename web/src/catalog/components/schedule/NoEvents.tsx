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
        title={t`No games like that`}
        actions={
          <Button kind="primary" onClick={onClear}>
            <Trans>Clear filters</Trans>
          </Button>
        }
      >
        <Trans>Widen the days, or take a filter off.</Trans>
      </EmptyState>
    )
  }
  const live = part === '/live'
  const titles = {
    '/live': t`Nothing is live right now`,
    '/vod': t`No replays yet`,
    '/upcoming': t`No games planned yet`,
    '/schedule': t`No games planned yet`,
  }
  return (
    <EmptyState
      icon="cal"
      title={titles[part]}
      actions={
        <LinkButton kind="primary" to={live ? '/upcoming' : '/'}>
          {live ? <Trans>See what is next</Trans> : <Trans>Back to home</Trans>}
        </LinkButton>
      }
    >
      {live ? (
        <Trans>The next game starts soon. It shows here by itself when it does.</Trans>
      ) : (
        <Trans>They will stand here as soon as there are any.</Trans>
      )}
    </EmptyState>
  )
}
