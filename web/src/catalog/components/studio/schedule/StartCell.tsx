import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { type KeyboardEvent, useState } from 'react'
import { formatDate } from '@/shared/format/dates'
import { useErrorMessage } from '@/shared/http/errorMessages'
import { EntryEditor } from '@/shared/studio/EntryEditor'
import { PendingChangeDialogs } from '@/shared/studio/PendingChangeDialogs'
import { useCatalog } from '../../../context'
import { splitStart, toSchedule } from '../../../eventForm'
import type { StudioEvent } from '../../../scheduleApi'
import { scheduleStore } from '../../../stores/studio/ScheduleStore'

/** The start of an event. A press edits it in place: Enter saves, Escape cancels. */
export const StartCell = observer(function StartCell({ event }: { event: StudioEvent }) {
  const { name } = event
  const { i18n } = useLingui()
  const { time_zone: timeZone } = useCatalog().shell.channel.settings
  const [isEditing, setEditing] = useState(false)
  const instant = Date.parse(event.starts_at)
  const date = formatDate(instant, i18n.locale, {
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    year: 'numeric',
    timeZone,
  })
  const time = formatDate(instant, i18n.locale, { hour: 'numeric', minute: '2-digit', timeZone })
  if (isEditing) return <StartEditor event={event} onClose={() => setEditing(false)} />
  return (
    <button
      type="button"
      className="studio-schedule__start"
      disabled={event.status === 'finished' || event.status === 'canceled'}
      onClick={() => setEditing(true)}
    >
      <span className="sr-only">
        <Trans>Change the start of {name}:</Trans>{' '}
      </span>
      <span>{date}</span>
      <span className="tabular-nums">{event.is_time_known ? time : <Trans>TBA</Trans>}</span>
    </button>
  )
})

const StartEditor = observer(function StartEditor({
  event,
  onClose,
}: {
  event: StudioEvent
  onClose: () => void
}) {
  const { t } = useLingui()
  const catalog = useCatalog()
  const formatError = useErrorMessage()
  const store = catalog.resolve(scheduleStore)
  const { toasts, channel } = catalog.shell
  const [editor] = useState(() => {
    const created = new EntryEditor(store.entries, 'events', event.key)
    void created.load()
    return created
  })
  const [shownDate, shownTime] = splitStart(event.starts_at, channel.settings.time_zone)
  const [date, setDate] = useState(shownDate)
  const [time, setTime] = useState(event.is_time_known ? shownTime : '')
  const [startError] = editor.errors.starts ?? editor.errors.postponed_to ?? []
  const error = startError ?? Object.values(editor.errors)[0]?.[0] ?? editor.errorMessage

  async function finish() {
    onClose()
    toasts.show(t`Start saved`, { type: 'success' })
    await store.refresh()
  }

  async function save() {
    const before = editor.entry.value?.value
    if (!before || !date) return
    const value = { ...before, ...toSchedule({ date, time, isTimeKnown: Boolean(time) }, before) }
    const saved = await editor.save(
      Object.fromEntries(Object.entries(value).filter(([, part]) => part !== null)),
    )
    if (saved) await finish()
  }

  function handleKey(press: KeyboardEvent) {
    if (press.key === 'Enter') void save()
    if (press.key !== 'Escape') return
    press.stopPropagation()
    onClose()
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the key events are from the fields inside
    <div className="studio-schedule__editor" onKeyDown={handleKey} aria-busy={editor.isBusy}>
      <input
        type="date"
        className="input"
        aria-label={t`Date`}
        // biome-ignore lint/a11y/noAutofocus: the operator has just asked to edit this field
        autoFocus={event.is_time_known}
        value={date}
        onChange={change => setDate(change.target.value)}
      />
      <input
        type="time"
        className="input"
        aria-label={t({ message: 'Time', context: 'time of day' })}
        // biome-ignore lint/a11y/noAutofocus: the time is what the event lacks
        autoFocus={!event.is_time_known}
        value={time}
        onChange={change => setTime(change.target.value)}
      />
      <p className="hint">
        {error ? (
          <span role="alert" className="error">
            {formatError(error)}
          </span>
        ) : (
          <Trans>Enter saves, Escape cancels. Without a time, it is to be announced.</Trans>
        )}
      </p>
      <PendingChangeDialogs editor={editor} onDone={() => void finish()} />
    </div>
  )
})
