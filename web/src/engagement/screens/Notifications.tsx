import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useCallback, useEffect } from 'react'
import { PanelError } from '@/shared/ui/PanelError'
import { SkeletonLine } from '@/shared/ui/Skeleton'
import { NotificationForm } from '../components/NotificationForm'
import { ReminderList } from '../components/ReminderList'
import { SpoilerPanel } from '../components/SpoilerPanel'
import { useEngagement } from '../context'
import { notificationSettingsStore } from '../stores/NotificationSettingsStore'
import '@/shared/ui/Panel.css'
import '../components/Notifications.css'

/** `/profile/news`: the notification settings, the spoiler switch and the reminders. A section of the profile. */
export default observer(function Notifications() {
  const { t } = useLingui()
  const store = useEngagement().resolve(notificationSettingsStore)
  const load = useCallback(() => void store.load(), [store])
  useEffect(load, [load])
  const { value, error, isBusy } = store.settings
  return (
    <div className="notification-settings">
      <div className="stack">
        <section className="panel stack" aria-busy={isBusy && !value}>
          <h2 className="display h3">
            <Trans>Live notifications</Trans>
          </h2>
          {value ? (
            <NotificationForm store={store} />
          ) : error ? (
            <PanelError title={t`Your settings could not be loaded`} onRetry={load} busy={isBusy} />
          ) : (
            [72, 56, 64].map(width => <SkeletonLine key={width} width={width} />)
          )}
        </section>
        <SpoilerPanel />
      </div>
      <ReminderList />
    </div>
  )
})
