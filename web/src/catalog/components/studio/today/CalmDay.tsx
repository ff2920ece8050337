import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { Link } from 'react-router'
import { EmptyState } from '@/shared/ui/states'
import type { TodayEvent } from '../../../todayApi'
import { useStart } from './useStart'

/** The message of a day on which nothing is live, starts or waits, with the next event. */
export const CalmDay = observer(function CalmDay({ next }: { next: TodayEvent | null }) {
  const { t } = useLingui()
  const formatStart = useStart()
  return (
    <EmptyState icon="check" title={t`All is well`}>
      {next ? (
        <>
          <Trans>Nothing waits for you. Next on the schedule:</Trans>{' '}
          <Link className="link" to={`/studio/schedule/${next.key}`}>
            {next.name}
          </Link>
          , {formatStart(next)}
        </>
      ) : (
        <Trans>Nothing waits for you.</Trans>
      )}
    </EmptyState>
  )
})
