import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { type FormEvent, useState } from 'react'
import { Slot } from '@/shared/contexts/slots'
import { useErrorMessage } from '@/shared/http/errorMessages'
import type { EntryEditor } from '@/shared/studio/EntryEditor'
import type { Entry } from '@/shared/studio/entries'
import { PendingChangeDialogs } from '@/shared/studio/PendingChangeDialogs'
import { Button } from '@/shared/ui/Button'
import { FormError } from '@/shared/ui/FormError'
import { useCatalog } from '../../../context'
import { type EventForm, toForm, toValue } from '../../../eventForm'
import { scheduleStore } from '../../../stores/studio/ScheduleStore'
import { EventDetails } from './EventDetails'
import { useFieldLabels } from './formFields'

interface Props {
  editor: EntryEditor
  entry: Entry
  /** The score page, if the timeline has the result of the game. */
  scoreUrl: string | null
  onSaved: () => void
}

/** The form of an event. It saves the whole entry, and says beside each field what is wrong. */
export const EventEditor = observer(function EventEditor({ editor, entry, scoreUrl, onSaved }: Props) {
  const { t } = useLingui()
  const catalog = useCatalog()
  const { channel, toasts } = catalog.shell
  const { isCreatingChoice } = catalog.resolve(scheduleStore)
  const formatError = useErrorMessage()
  const labels = useFieldLabels()
  const { language, time_zone: timeZone } = channel.settings
  const [saved] = useState(() => toForm(entry.value, language, timeZone))
  const [form, setForm] = useState<EventForm>(saved)
  const isChanged = JSON.stringify(form) !== JSON.stringify(saved)

  function finish() {
    toasts.show(t`Event saved`, { type: 'success' })
    onSaved()
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (await editor.save(toValue(form, entry.value))) finish()
  }

  return (
    <form className="event-form stack stack--8" onSubmit={event => void submit(event)}>
      <EventDetails
        form={form}
        onChange={changes => setForm(before => ({ ...before, ...changes }))}
        errors={editor.errors}
        scoreUrl={scoreUrl}
        offers={
          <Slot
            name="eventOffers"
            slotProps={{
              eventKey: entry.key,
              isForMembers: saved.visibility === 'team_members',
              hasPrice: saved.price !== '',
              isChanged,
            }}
          />
        }
      />
      {editor.errorMessage ? <FormError message={formatError(editor.errorMessage)} /> : null}
      <div className="cluster event-form__actions">
        <Button kind="primary" submit busy={editor.isBusy || isCreatingChoice} disabled={!isChanged}>
          <Trans>Save changes</Trans>
        </Button>
        {isChanged ? (
          <Button kind="quiet" onClick={() => setForm(saved)}>
            <Trans>Discard</Trans>
          </Button>
        ) : null}
      </div>
      {editor.pending?.value ? (
        <PendingChangeDialogs editor={editor} labels={labels} onDone={finish} />
      ) : null}
    </form>
  )
})
