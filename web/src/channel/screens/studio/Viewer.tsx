import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useCallback, useEffect } from 'react'
import { Link, useParams } from 'react-router'
import { languageName } from '@/shared/format/languageName'
import { DetailList } from '@/shared/studio/DetailList'
import { Loaded } from '@/shared/studio/Loaded'
import { StudioPage } from '@/shared/studio/StudioPage'
import { Timeline } from '@/shared/studio/Timeline'
import { ViewerActions } from '../../components/studio/ViewerActions'
import { ViewerBadges } from '../../components/studio/ViewerBadges'
import { useChannel } from '../../context'
import { viewersStore } from '../../stores/ViewersStore'
import type { ViewerDetails } from '../../viewersApi'
import '@/shared/studio/ItemPage.css'
import '@/shared/ui/Panel.css'

/** `/studio/viewers/:id`: one viewer, what happened to the account, and how operators can help. */
export default observer(function Viewer() {
  const { t } = useLingui()
  const id = Number(useParams().id)
  const channel = useChannel()
  const store = channel.resolve(viewersStore)
  const load = useCallback(() => void store.loadViewer(id), [store, id])
  useEffect(() => {
    load()
    return () => store.form.clear()
  }, [load, store])
  const viewer = store.viewer.value
  const mayChange = channel.viewer.user?.studio?.permissions.includes('manage_viewers')
  return (
    <StudioPage
      title={viewer?.name ?? t`Viewer ${id}`}
      lede={viewer?.email}
      parent={{ to: '/studio/viewers', label: t`Viewers` }}
      actions={viewer && mayChange ? <ViewerActions viewer={viewer} /> : null}
    >
      <Loaded source={store.viewer} errorTitle={t`The viewer could not be loaded`} onRetry={load}>
        {loaded => <ViewerPanels viewer={loaded} />}
      </Loaded>
    </StudioPage>
  )
})

function ViewerPanels({ viewer }: { viewer: ViewerDetails }) {
  const { t, i18n } = useLingui()
  const channel = useChannel()
  const maySeeOrders = channel.viewer.user?.studio?.permissions.includes('manage_orders')
  return (
    <div className="item-page">
      <section className="panel stack">
        <div className="spread">
          <h2 className="display h3">
            <Trans>Account</Trans>
          </h2>
          <ViewerBadges viewer={viewer} />
        </div>
        <DetailList
          rows={[
            [t`Email`, viewer.email],
            [t`Phone`, viewer.phone],
            [t`Language`, languageName(viewer.language)],
            [
              t`Orders`,
              maySeeOrders ? (
                <Link className="link" to={`/studio/orders?query=${encodeURIComponent(viewer.email)}`}>
                  <Trans>Show orders</Trans>
                </Link>
              ) : null,
            ],
            [t`Password`, viewer.has_password ? t`Set` : t`None`],
            [t`Other logins`, viewer.social_logins.join(', ')],
            [
              t`Authenticator app`,
              viewer.two_factor
                ? t({ message: 'On', context: 'authenticator app' })
                : t({ message: 'Off', context: 'authenticator app' }),
            ],
            [t`Devices logged in`, i18n.number(viewer.session_count)],
          ]}
        />
      </section>
      <section className="panel stack">
        <h2 className="display h3">
          <Trans>Timeline</Trans>
        </h2>
        <Timeline
          timeZone={channel.settings.time_zone}
          entries={[
            { at: viewer.created_at, title: t`Account created` },
            { at: viewer.verified_at, title: t`Email address verified` },
            { at: viewer.last_login_at, title: t`Last login` },
            { at: viewer.last_seen_at, title: t`Last seen` },
            { at: viewer.suspended_at, title: t`Suspended` },
          ]}
        />
      </section>
    </div>
  )
}
