import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useCallback, useEffect } from 'react'
import { Link, Route } from 'react-router'
import { formatDate } from '@/shared/format/dates'
import { PagedList } from '@/shared/studio/PagedList'
import { RoomRoutes } from '@/shared/studio/RoomRoutes'
import { SearchField } from '@/shared/studio/SearchField'
import { StudioPage } from '@/shared/studio/StudioPage'
import { useUrlFilter } from '@/shared/studio/urlFilter'
import { EmptyState } from '@/shared/ui/states'
import { TableHead } from '@/shared/ui/TableHead'
import { ViewerBadges } from '../../components/studio/ViewerBadges'
import { useChannel } from '../../context'
import { viewersStore } from '../../stores/ViewersStore'
import type { ListedViewer } from '../../viewersApi'
import Viewer from './Viewer'

const FILTERS = ['query'] as const

/** `/studio/viewers`: the viewers of the channel, and the page of each. */
export default function Viewers() {
  return (
    <RoomRoutes>
      <Route index element={<ViewerList />} />
      <Route path=":id" element={<Viewer />} />
    </RoomRoutes>
  )
}

const ViewerList = observer(function ViewerList() {
  const { t } = useLingui()
  const channel = useChannel()
  const { name } = channel.settings
  const store = channel.resolve(viewersStore)
  const [{ query }, changeFilter] = useUrlFilter(FILTERS)
  const load = useCallback(() => void store.load(query), [store, query])
  useEffect(load, [load])
  const search = useCallback((text: string | null) => changeFilter({ query: text }), [changeFilter])
  return (
    <StudioPage title={t`Viewers`} lede={<Trans>Everyone with an account on {name}.</Trans>}>
      <SearchField label={t`Search viewers`} hint={t`Name or email`} value={query} onChange={search} />
      <PagedList
        list={store.list}
        errorTitle={t`The viewers could not be loaded`}
        onRetry={load}
        empty={
          query ? (
            <EmptyState icon="search" title={t`No viewer matches`}>
              <Trans>Check the spelling, or search for a part of the name.</Trans>
            </EmptyState>
          ) : (
            <EmptyState icon="user" title={t`No viewers yet`}>
              <Trans>Everyone who creates an account appears here.</Trans>
            </EmptyState>
          )
        }
      >
        {viewers => <ViewerTable viewers={viewers} />}
      </PagedList>
    </StudioPage>
  )
})

function ViewerTable({ viewers }: { viewers: readonly ListedViewer[] }) {
  const { t, i18n } = useLingui()
  const { time_zone: timeZone } = useChannel().settings
  const headings = [t`Name`, t`Email`, t`Status`, t`Since`]
  return (
    <table className="table">
      <TableHead headings={headings} />
      <tbody>
        {viewers.map(viewer => (
          <tr key={viewer.id}>
            <td data-label={headings[0]}>
              <Link className="link" to={`/studio/viewers/${viewer.id}`}>
                {viewer.name}
              </Link>
            </td>
            <td data-label={headings[1]}>{viewer.email}</td>
            <td data-label={headings[2]}>
              <ViewerBadges viewer={viewer} />
            </td>
            <td data-label={headings[3]} className="tabular-nums">
              {formatDate(Date.parse(viewer.created_at), i18n.locale, { dateStyle: 'medium', timeZone })}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
