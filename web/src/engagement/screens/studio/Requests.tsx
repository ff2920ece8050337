import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useCallback, useEffect, useMemo } from 'react'
import { useMatch, useSearchParams } from 'react-router'
import { StudioPage } from '@/shared/studio/StudioPage'
import { cx } from '@/shared/ui/cx'
import { EmptyState } from '@/shared/ui/states'
import { RequestFilters } from '../../components/studio/RequestFilters'
import { RequestList } from '../../components/studio/RequestList'
import { RequestPanel } from '../../components/studio/RequestPanel'
import { useRequestKeys } from '../../components/studio/useRequestKeys'
import { useEngagement } from '../../context'
import type { RequestFilter } from '../../requestsApi'
import { parseRequestFilter, REQUESTS_PATH, withRequestFilter } from '../../requestsUrl'
import { requestsStore } from '../../stores/RequestsStore'
import '../../components/studio/Requests.css'

/** `/studio/requests`: the inbox of the channel's forms, with the open request beside the list. */
export default observer(function Requests() {
  const { t } = useLingui()
  const store = useEngagement().resolve(requestsStore)
  const [search, setSearch] = useSearchParams()
  const filter = useMemo(() => parseRequestFilter(search), [search])
  const param = useMatch(`${REQUESTS_PATH}/:id`)?.params.id
  const id = param && /^\d+$/.test(param) ? Number(param) : null
  const load = useCallback(() => void store.load(filter), [store, filter])
  useEffect(load, [load])
  useEffect(() => void store.loadChoices(), [store])
  useEffect(() => void store.open(id), [store, id])
  useRequestKeys(store, id)
  const changeFilter = (changes: Partial<RequestFilter>) =>
    setSearch(before => withRequestFilter(before, changes), { replace: true })
  return (
    <StudioPage
      title={t`Requests`}
      lede={<Trans>What people sent with your forms.</Trans>}
      parent={id === null ? undefined : { to: `${REQUESTS_PATH}?${search}`, label: t`All requests` }}
    >
      <div className={cx('inbox', id !== null && 'inbox--open')}>
        <div className="inbox__list">
          <RequestFilters filter={filter} choices={store.choices.value} onChange={changeFilter} />
          <RequestList openId={id} onRetry={load} onShowAll={() => setSearch({ status: 'all' })} />
        </div>
        <div className="inbox__request">
          {id === null ? (
            <EmptyState icon="mail" title={t`Choose a request`}>
              <Trans>The request and your answers appear here. Press J and K to move between requests.</Trans>
            </EmptyState>
          ) : (
            <RequestPanel key={id} />
          )}
        </div>
      </div>
    </StudioPage>
  )
})
