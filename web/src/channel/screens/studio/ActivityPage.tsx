import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useCallback, useEffect, useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { StudioPage } from '@/shared/studio/StudioPage'
import { Button } from '@/shared/ui/Button'
import { SkeletonLine } from '@/shared/ui/Skeleton'
import { EmptyState, ErrorState } from '@/shared/ui/states'
import type { ActivityFilter } from '../../activityApi'
import { parseActivityFilter, withActivityFilter } from '../../activityUrl'
import { ActivityDays } from '../../components/activity/ActivityDays'
import { ActivityExports } from '../../components/activity/ActivityExports'
import { ActivityFilters } from '../../components/activity/ActivityFilters'
import { useChannel } from '../../context'
import { activityStore } from '../../stores/ActivityStore'
import '../../components/activity/Activity.css'

const SKELETON_LINES = [72, 64, 80, 58, 70, 66]
const NO_FILTER: ActivityFilter = { actor: null, subject: null, from: null, to: null }

/** The audit log by day. Its filters are in the address. */
export default observer(function ActivityPage() {
  const { t } = useLingui()
  const channel = useChannel()
  const { name, time_zone: timeZone } = channel.settings
  const store = channel.resolve(activityStore)
  const [search, setSearch] = useSearchParams()
  const filter = useMemo(() => parseActivityFilter(search), [search])
  const changeFilter = useCallback(
    (changes: Partial<ActivityFilter>) =>
      setSearch(before => withActivityFilter(before, changes), { replace: true }),
    [setSearch],
  )
  const load = useCallback(() => void store.load(filter), [store, filter])
  useEffect(load, [load])
  useEffect(() => void store.loadActors(), [store])
  const { value, isBusy, error } = store.page
  const entries = value?.data ?? []
  const isFiltered = Object.values(filter).some(Boolean)
  return (
    <StudioPage
      title={t`Activity`}
      lede={<Trans>Who changed what on {name}, and who read personal data.</Trans>}
    >
      <div className="activity-page__tools">
        <ActivityFilters filter={filter} onChange={changeFilter} actors={store.actors.value ?? []} />
        <ActivityExports api={store.api} filter={filter} />
      </div>
      <div aria-busy={isBusy}>
        {error && !entries.length ? (
          <ErrorState title={t`The activity could not be loaded`} onRetry={load} busy={isBusy} />
        ) : !value ? (
          <div className="activity-page__skeleton" role="status" aria-label={t`Loading`}>
            {SKELETON_LINES.map(width => (
              <SkeletonLine key={width} width={width} height={20} />
            ))}
          </div>
        ) : entries.length ? (
          <ActivityDays entries={entries} timeZone={timeZone} onUndone={load} />
        ) : isFiltered ? (
          <EmptyState
            title={t`No activity matches these filters`}
            actions={
              <Button onClick={() => changeFilter(NO_FILTER)}>
                <Trans>Clear filters</Trans>
              </Button>
            }
          >
            <Trans>Choose another person, kind or period.</Trans>
          </EmptyState>
        ) : (
          <EmptyState icon="clock" title={t`No activity yet`}>
            <Trans>Changes by operators and commands appear here.</Trans>
          </EmptyState>
        )}
      </div>
      {value?.meta.next ? (
        <div className="activity-page__more">
          <Button kind="outline" busy={isBusy} onClick={() => void store.loadMore(filter)}>
            <Trans>Show more</Trans>
          </Button>
        </div>
      ) : null}
    </StudioPage>
  )
})
