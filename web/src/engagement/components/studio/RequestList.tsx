import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { Link, useSearchParams } from 'react-router'
import { formatDayAndTime } from '@/shared/format/dates'
import { PagedList } from '@/shared/studio/PagedList'
import { Badge } from '@/shared/ui/Badge'
import { Button } from '@/shared/ui/Button'
import { EmptyState } from '@/shared/ui/states'
import { useEngagement } from '../../context'
import type { RequestRow } from '../../requestsApi'
import { REQUESTS_PATH } from '../../requestsUrl'
import { requestsStore } from '../../stores/RequestsStore'

interface Props {
  openId: number | null
  onRetry: () => void
  onShowAll: () => void
}

/** The requests that match the filters, newest first. */
export const RequestList = observer(function RequestList({ openId, onRetry, onShowAll }: Props) {
  const { t } = useLingui()
  const store = useEngagement().resolve(requestsStore)
  return (
    <PagedList
      list={store.pages}
      errorTitle={t`The requests could not be loaded`}
      onRetry={onRetry}
      empty={
        <EmptyState
          icon="check"
          title={t`No requests here`}
          actions={
            <Button onClick={onShowAll}>
              <Trans>Show all requests</Trans>
            </Button>
          }
        />
      }
    >
      {() => (
        <ul className="request-list" aria-label={t`Requests`}>
          {store.rows.map(row => (
            <RequestItem key={row.id} row={row} isOpen={row.id === openId} />
          ))}
        </ul>
      )}
    </PagedList>
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
