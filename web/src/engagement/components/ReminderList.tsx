import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useCallback, useEffect } from 'react'
import { Link } from 'react-router'
import { hasEvents } from '@/shared/hasEvents'
import { CheckField } from '@/shared/ui/CheckField'
import { IconButton } from '@/shared/ui/IconButton'
import { PanelError } from '@/shared/ui/PanelError'
import { SkeletonLine } from '@/shared/ui/Skeleton'
import { useEngagement } from '../context'
import { canHaveScoreAlerts, type Reminder } from '../model'
import { remindersStore } from '../stores/RemindersStore'
import { ScoreAlertHint } from './ScoreAlertHint'
import { useReminders, useScoreAlerts } from './useToggles'

/** The viewer's reminders, each with a button to turn it off. */
export const ReminderList = observer(function ReminderList() {
  const { t } = useLingui()
  const engagement = useEngagement()
  const store = engagement.resolve(remindersStore)
  const load = useCallback(() => void store.load(), [store])
  useEffect(load, [load])
  const { list, rows } = store
  return (
    <section className="panel stack" aria-busy={list.isBusy && !list.value}>
      <h2 className="display h3">
        <Trans>Reminders</Trans>
      </h2>
      {rows.some(({ about_type }) => canHaveScoreAlerts(about_type)) ? <ScoreAlertHint /> : null}
      {list.error && !list.value ? (
        <PanelError title={t`Your reminders could not be loaded`} onRetry={load} busy={list.isBusy} />
      ) : !list.value ? (
        [72, 56].map(width => <SkeletonLine key={width} width={width} />)
      ) : rows.length === 0 ? (
        <p className="muted">
          {hasEvents(engagement.shell.channel) ? (
            <Trans>No reminders yet. Select the bell on a game, team or school to add one.</Trans>
          ) : (
            <Trans>No reminders yet.</Trans>
          )}
        </p>
      ) : (
        <ul className="reminders">
          {rows.map(reminder => (
            <ReminderRow key={reminder.id} reminder={reminder} />
          ))}
        </ul>
      )}
    </section>
  )
})

const ReminderRow = observer(function ReminderRow({ reminder }: { reminder: Reminder }) {
  const { t } = useLingui()
  const reminders = useReminders()
  const alerts = useScoreAlerts()
  const { about_type: type, about_id: id, name } = reminder
  const target = { type, id }
  const kinds = { event: t`Game`, participant: t`Team`, group: t`School`, category: t`Sport` }
  return (
    <li>
      <div className="reminders__name">
        {type === 'event' ? (
          <Link className="link" to={`/watch/${id}`}>
            {name}
          </Link>
        ) : (
          name
        )}
        <p className="hint">{kinds[type]}</p>
        {canHaveScoreAlerts(type) ? (
          <CheckField checked={alerts.has(target)} onChange={() => void alerts.toggle(target)}>
            <Trans>
              Score alerts<span className="sr-only">: {name}</span>
            </Trans>
          </CheckField>
        ) : null}
      </div>
      <IconButton
        icon="bell"
        pressed
        label={t`Turn off reminders for ${name}`}
        onClick={() => void reminders.toggle(target)}
      />
    </li>
  )
})
