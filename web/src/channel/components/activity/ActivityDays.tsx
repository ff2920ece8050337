import { Trans, useLingui } from '@lingui/react/macro'
import { dayKey, formatDate, formatTime } from '@/shared/format/dates'
import type { ActivityEntry } from '../../activityApi'
import { ChangedFieldsTable } from './ChangedFieldsTable'
import { UndoButton } from './UndoButton'
import { useActivityNames } from './useActivityNames'

interface Props {
  entries: readonly ActivityEntry[]
  timeZone: string
  /** Called after a revision was undone. */
  onUndone: () => void
}

/** The entries by day, newest first. */
export function ActivityDays({ entries, timeZone, onUndone }: Props) {
  const { i18n } = useLingui()
  const days = Map.groupBy(entries, entry => dayKey(Date.parse(entry.at), timeZone))
  return [...days].map(([day, entriesOfDay]) => (
    <section key={day} className="activity-day" aria-labelledby={`day-${day}`}>
      <h2 className="activity-day__name" id={`day-${day}`}>
        {formatDate(Date.parse(day), i18n.locale, { dateStyle: 'full', timeZone: 'UTC' })}
      </h2>
      <ul className="activity-day__entries">
        {entriesOfDay.map(entry => (
          <li key={entry.id}>
            <Entry entry={entry} timeZone={timeZone} onUndone={onUndone} />
          </li>
        ))}
      </ul>
    </section>
  ))
}

/** An entry. Its details open with a press or with Enter. */
function Entry({ entry, timeZone, onUndone }: { entry: ActivityEntry } & Omit<Props, 'entries'>) {
  const { i18n } = useLingui()
  const { nameActor, nameAction, nameSubject } = useActivityNames()
  const { ip, reason, session_id: session, token_name: token } = entry
  const { revision, ...after } = entry.after
  return (
    <details className="activity-entry">
      <summary className="activity-entry__summary">
        <time className="activity-entry__time tabular-nums" dateTime={entry.at}>
          {formatTime(Date.parse(entry.at), { language: i18n.locale, timeZone })}
        </time>
        <span className="activity-entry__actor">
          {nameActor(entry.actor, entry.actor_name)}
          {token ? ` (${token})` : null}
        </span>
        <span className="activity-entry__action">{nameAction(entry.action)}</span>
        <span className="activity-entry__subject muted">{nameSubject(entry)}</span>
      </summary>
      <div className="activity-entry__details">
        {reason ? (
          <p>
            <Trans>Reason: {reason}</Trans>
          </p>
        ) : null}
        <ChangedFieldsTable before={entry.before} after={after} />
        {typeof revision === 'number' ? (
          <UndoButton revision={revision} isMerge={entry.action === 'entry.merge'} onDone={onUndone} />
        ) : null}
        <p className="hint">
          {token ? (
            <Trans>
              From {ip}, access token “{token}”
            </Trans>
          ) : ip ? (
            <Trans>
              From {ip}, session {session}
            </Trans>
          ) : (
            <Trans>From the server</Trans>
          )}
          {' · '}
          {typeof revision === 'number' ? (
            <>
              <Trans>Revision {revision}</Trans>
              {' · '}
            </>
          ) : null}
          <code>{entry.action}</code>
        </p>
      </div>
    </details>
  )
}
