import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { type FormEvent, useEffect, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { useErrorMessage } from '@/shared/http/errorMessages'
import { StudioPage } from '@/shared/studio/StudioPage'
import { Button } from '@/shared/ui/Button'
import { FormError } from '@/shared/ui/FormError'
import { useFieldErrors } from '../../components/studio/schedule/formFields'
import { LocalizedField } from '../../components/studio/schedule/LocalizedField'
import { PriceFields } from '../../components/studio/schedule/PriceFields'
import { TimeZoneNote } from '../../components/studio/schedule/TimeZoneNote'
import { WhoAndWhen } from '../../components/studio/schedule/WhoAndWhen'
import { useCatalog } from '../../context'
import type { EventForm } from '../../eventForm'
import { newEventStore } from '../../stores/studio/NewEventStore'
import { scheduleStore } from '../../stores/studio/ScheduleStore'
import '@/shared/ui/Panel.css'
import '../../components/studio/schedule/StudioSchedule.css'

/** `/studio/schedule/new`: a new event. `?from=` copies one, `&second=1` on the same day, `?date=` sets the day. */
export default observer(function NewEvent() {
  const { t } = useLingui()
  const catalog = useCatalog()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const formatError = useErrorMessage()
  const schedule = catalog.resolve(scheduleStore)
  const store = catalog.resolve(newEventStore)
  const errorOf = useFieldErrors(store.errors)
  // A new key mounts the fields again, and moves the focus to the first team.
  const [round, setRound] = useState(0)
  const from = search.get('from')
  const date = search.get('date') ?? ''
  const isSecond = search.has('second')
  useEffect(() => schedule.loadChoices(), [schedule])
  useEffect(() => void store.start({ from, date, isSecond }), [store, from, date, isSecond])
  const { categories } = catalog.shell.channel
  const isBusy = store.isBusy || schedule.isCreatingChoice

  function change(changes: Partial<EventForm>) {
    store.change(changes)
    const category = changes.category && categories.find(({ alias }) => alias === changes.category)
    if (category) void store.applyDefaults(category.id)
  }

  async function save(again: boolean) {
    const key = await store.save()
    if (!key) return
    catalog.shell.toasts.show(t`Event added`, { type: 'success' })
    void schedule.refresh()
    if (!again) return void navigate(`/studio/schedule/${key}`)
    store.clearTeams()
    setRound(round + 1)
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    void save(false)
  }

  return (
    <StudioPage
      title={t`New event`}
      lede={<TimeZoneNote />}
      parent={{ to: '/studio/schedule', label: t`Schedule` }}
    >
      <form className="event-form stack stack--8" onSubmit={submit}>
        <section className="panel stack">
          <WhoAndWhen key={round} autoFocus form={store.form} onChange={change} errors={store.errors} />
          {store.form.away && store.form.home ? null : (
            <LocalizedField
              label={t`Title`}
              hint={<Trans>Only for an event without two teams.</Trans>}
              error={errorOf('name')}
              value={store.form.name}
              onChange={name => change({ name })}
            />
          )}
          <PriceFields form={store.form} onChange={change} errors={store.errors} />
          {store.defaultsFrom ? (
            <p className="hint" role="status">
              <Trans>Duration, price and place are as in the latest event of this category.</Trans>
            </p>
          ) : null}
          {store.errorMessage ? <FormError message={formatError(store.errorMessage)} /> : null}
        </section>
        <div className="cluster event-form__actions">
          <Button kind="primary" submit busy={isBusy}>
            <Trans>Save</Trans>
          </Button>
          <Button busy={isBusy} onClick={() => void save(true)}>
            <Trans>Save and add another</Trans>
          </Button>
        </div>
      </form>
    </StudioPage>
  )
})
