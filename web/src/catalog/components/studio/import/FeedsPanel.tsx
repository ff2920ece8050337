import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { type SubmitEvent, useEffect } from 'react'
import { formatDayAndTime } from '@/shared/format/dates'
import { useErrorMessage } from '@/shared/http/errorMessages'
import { ConfirmDialog } from '@/shared/studio/ConfirmDialog'
import { Loaded } from '@/shared/studio/Loaded'
import { Button } from '@/shared/ui/Button'
import { TextField } from '@/shared/ui/Field'
import { FormError } from '@/shared/ui/FormError'
import { useCatalog } from '../../../context'
import type { ScheduleFeed } from '../../../importApi'
import { feedsStore } from '../../../stores/studio/FeedsStore'

/** The feeds of the channel with their state, and the form for another one. */
export const FeedsPanel = observer(function FeedsPanel({ onOpen }: { onOpen: (feed: ScheduleFeed) => void }) {
  const { t } = useLingui()
  const store = useCatalog().resolve(feedsStore)
  const formatError = useErrorMessage()
  const { form, action, leaving } = store
  const load = () => void store.load()
  useEffect(() => {
    void store.load()
    return () => store.reset()
  }, [store])
  const errorOf = (name: string) => {
    const error = form.errorOf(name)
    return error ? formatError(error) : null
  }
  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    const feed = await store.add()
    if (feed) onOpen(feed)
  }

  return (
    <section className="panel stack">
      <h2 className="display h3">
        <Trans>Feeds</Trans>
      </h2>
      <p className="hint">
        <Trans>
          A feed is checked every hour. New games and clear changes are applied; the rest waits here.
        </Trans>
      </p>
      <Loaded source={store.feeds} errorTitle={t`The feeds could not be loaded`} onRetry={load}>
        {feeds => (
          <ul className="stack">
            {feeds.map(feed => (
              <FeedItem key={feed.id} feed={feed} onOpen={() => onOpen(feed)} />
            ))}
          </ul>
        )}
      </Loaded>
      {leaving ? null : <FormError message={action.errorMessage ? formatError(action.errorMessage) : null} />}
      <form className="stack" noValidate onSubmit={event => void submit(event)}>
        <TextField
          type="url"
          label={t`Address of a feed`}
          hint={t`The address of a CSV or iCalendar schedule. It is never shown again.`}
          value={form.values.address}
          error={errorOf('address')}
          onChange={({ target }) => form.change('address', target.value)}
        />
        <TextField
          label={t`Name of the feed`}
          value={form.values.name}
          error={errorOf('name')}
          maxLength={120}
          onChange={({ target }) => form.change('name', target.value)}
        />
        <FormError message={form.errorMessage ? formatError(form.errorMessage) : null} />
        <div className="actions">
          <Button submit busy={form.isBusy} disabled={!(form.values.address && form.values.name)}>
            <Trans>Add feed</Trans>
          </Button>
        </div>
      </form>
      {leaving ? (
        <ConfirmDialog
          form={action}
          danger
          title={t`Delete ${leaving.name}?`}
          description={t`Its games stay in the schedule, but nothing updates them anymore.`}
          action={<Trans>Delete feed</Trans>}
          onConfirm={() => void store.delete()}
          onClose={() => store.askToDelete(null)}
        />
      ) : null}
    </section>
  )
})

const FeedItem = observer(function FeedItem({ feed, onOpen }: { feed: ScheduleFeed; onOpen: () => void }) {
  const { t, i18n } = useLingui()
  const catalog = useCatalog()
  const store = catalog.resolve(feedsStore)
  const formatError = useErrorMessage()
  const { time_zone: timeZone } = catalog.shell.channel.settings
  const { name, host, state, error, waiting, checked_at: checkedAt } = feed
  const isPaused = state === 'paused'
  const { isBusy } = store.action
  const checked = checkedAt
    ? formatDayAndTime(Date.parse(checkedAt), { language: i18n.locale, timeZone })
    : ''
  return (
    <li className="stack stack--2">
      <span>
        <strong>{name}</strong> <span className="hint">{host}</span>
      </span>
      <span>
        {state === 'new' ? <Trans>Apply the preview once to start.</Trans> : null}
        {isPaused ? <Trans>Paused.</Trans> : null}
        {state === 'active' ? <Trans>Checked {checked}.</Trans> : null}{' '}
        {waiting ? <Plural value={waiting} one="# row waits for you." other="# rows wait for you." /> : null}
      </span>
      {error ? (
        <span className="error">
          {formatError({ code: error.code, params: error.params, text: error.message })}
        </span>
      ) : null}
      <span className="cluster">
        <Button size="s" aria-label={t`Open ${name}`} onClick={onOpen}>
          <Trans>Open</Trans>
        </Button>
        <Button
          size="s"
          aria-label={t`Check ${name} now`}
          disabled={isBusy}
          onClick={() => void store.check(feed)}
        >
          <Trans>Check now</Trans>
        </Button>
        {state === 'new' ? null : (
          <Button
            size="s"
            aria-label={isPaused ? t`Resume ${name}` : t`Pause ${name}`}
            disabled={isBusy}
            onClick={() => void store.setPaused(feed, !isPaused)}
          >
            {isPaused ? <Trans>Resume</Trans> : <Trans>Pause</Trans>}
          </Button>
        )}
        <Button
          size="s"
          kind="quiet"
          aria-label={t`Delete ${name}`}
          aria-haspopup="dialog"
          onClick={() => store.askToDelete(feed)}
        >
          <Trans>Delete</Trans>
        </Button>
      </span>
    </li>
  )
})
