import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { Link, useSearchParams } from 'react-router'
import { formatDayAndTime } from '@/shared/format/dates'
import { Badge } from '@/shared/ui/Badge'
import { Button } from '@/shared/ui/Button'
import { LoadMore } from '@/shared/ui/LoadMore'
import { SkeletonLine } from '@/shared/ui/Skeleton'
import { EmptyState, ErrorState } from '@/shared/ui/states'
import { useEngagement } from '../../context'
import type { RequestRow } from '../../requestsApi'
import { REQUESTS_PATH } from '../../requestsUrl'
import { requestsStore } from '../../stores/RequestsStore'

const SKELETON_LINES = [72, 64, 80, 58, 70, 66]

interface Props {
  openId: number | null
  onRetry: () => void
  onShowAll: () => void
}

/** The requests that match the filters, newest first. */
export const RequestList = observer(function RequestList({ openId, onRetry, onShowAll }: Props) {
  const { t } = useLingui()
  const { pages, rows } = useEngagement().resolve(requestsStore)
  if (!pages.isLoaded && pages.error)
    return <ErrorState title={t`The requests could not be loaded`} onRetry={onRetry} busy={pages.isBusy} />
  if (!pages.isLoaded)
    return (
      <div className="stack" role="status" aria-label={t`Loading`}>
        {SKELETON_LINES.map(width => (
          <SkeletonLine key={width} width={width} height={20} />
        ))}
      </div>
    )
  if (!rows.length)
    return (
      <EmptyState
        icon="check"
        title={t`No requests here`}
        actions={
          <Button onClick={onShowAll}>
            <Trans>Show all requests</Trans>
          </Button>
        }
      />
    )
  return (
    <div aria-busy={pages.isBusy}>
      <ul className="request-list" aria-label={t`Requests`}>
        {rows.map(row => (
          <RequestItem key={row.id} row={row} isOpen={row.id === openId} />
        ))}
      </ul>
      <LoadMore
        shown={rows.length}
        total={pages.total}
        busy={pages.nextPage.isBusy}
        onLoadMore={() => void pages.loadMore()}
      />
    </div>
  )
})

function RequestItem({ row, isOpen }: { row: RequestRow; isOpen: boolean }) {
  const { t, i18n } = useLingui()
  const [search] = useSearchParams()
  return (
    <li>
      <Link
        className="request-list__item"
        to={`${REQUESTS_PATH}/${row.id}?${search}`}
        aria-current={isOpen || undefined}
      >
        <span className="request-list__line">
          <strong>{row.sender_name || row.sender_email || t`No name`}</strong>
          <span className="hint">
            {formatDayAndTime(Date.parse(row.created_at), { language: i18n.locale })}
          </span>
        </span>
        <span className="hint">{row.form_title}</span>
        <span className="request-list__excerpt">{row.excerpt}</span>
        <span className="request-list__line">
          {row.status === 'closed' ? (
            <Badge tone="plain">
              <Trans context="requests">Closed</Trans>
            </Badge>
          ) : null}
          {row.assignee ? <span className="hint">{row.assignee.name || t`Closed account`}</span> : null}
        </span>
      </Link>
    </li>
  )
}
