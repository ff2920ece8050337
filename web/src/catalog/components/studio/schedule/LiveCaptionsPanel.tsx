import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useCallback, useEffect, useId, useState } from 'react'
import { serverNow } from '@/shared/clock'
import { useCopy } from '@/shared/hooks/useCopy'
import { useInterval } from '@/shared/hooks/useInterval'
import { useErrorMessage } from '@/shared/http/errorMessages'
import { Loaded } from '@/shared/studio/Loaded'
import { languageName } from '@/shared/studio/localizedText'
import { Badge } from '@/shared/ui/Badge'
import { Button } from '@/shared/ui/Button'
import { FormError } from '@/shared/ui/FormError'
import { CAPTION_LANGUAGES } from '../../../captionLanguages'
import { useCatalog } from '../../../context'
import type { CaptionLanguageState } from '../../../scheduleApi'
import { LiveCaptionsStore } from '../../../stores/studio/LiveCaptionsStore'
import { scheduleStore } from '../../../stores/studio/ScheduleStore'
import '../stream/Stream.css'
import '../video/Videos.css'

const REFRESH_MS = 4_000
const SECOND_MS = 1_000
/** Without a caption for this long, the writer has probably stopped. */
const RECENT_MS = 60_000

/** The live captions of an event: languages, what arrives in each, and the address for caption software. */
export const LiveCaptionsPanel = observer(function LiveCaptionsPanel({ eventKey }: { eventKey: string }) {
  const { t } = useLingui()
  const formatError = useErrorMessage()
  const schedule = useCatalog().resolve(scheduleStore)
  const [store] = useState(() => new LiveCaptionsStore(schedule.api, eventKey))
  const load = useCallback(() => void store.load(), [store])
  useEffect(load, [load])
  useInterval(load, REFRESH_MS)
  return (
    <section className="panel stack">
      <h2 className="display h3">
        <Trans>Live captions</Trans>
      </h2>
      <p className="muted">
        <Trans>
          A caption writer or a speech-to-text program sends the text. Choose the languages before you go
          live: viewers who are already watching see a new one after they reload the page.
        </Trans>
      </p>
      <Loaded source={store.languages} errorTitle={t`The captions could not be loaded`} onRetry={load}>
        {languages => (
          <div className="stack">
            {languages.map(language => (
              <LanguageRow key={language.language} state={language} store={store} />
            ))}
            <AddLanguage taken={languages.map(({ language }) => language)} store={store} />
            <Addresses eventKey={eventKey} language={languages[0]?.language ?? 'en'} />
          </div>
        )}
      </Loaded>
      <FormError message={store.error && formatError(store.error)} />
    </section>
  )
})

const LanguageRow = observer(function LanguageRow({
  state: { language, name, count, received_at, delay_ms },
  store,
}: {
  state: CaptionLanguageState
  store: LiveCaptionsStore
}) {
  const { t, i18n } = useLingui()
  const ageMs = received_at ? Math.max(0, serverNow() - Date.parse(received_at)) : null
  const format = new Intl.NumberFormat(i18n.locale, { maximumFractionDigits: 1 })
  const delay = format.format((delay_ms ?? 0) / SECOND_MS)
  return (
    <div className="spread">
      <div className="stack stack--2">
        <span className="cluster">
          <strong>{name}</strong>
          <ArrivalBadge ageMs={ageMs} />
        </span>
        {count > 0 ? (
          <span className="hint">
            <Trans>
              Captions: {count}. The last one arrived {delay} s after its start.
            </Trans>
          </span>
        ) : null}
      </div>
      <div className="cluster">
        <Button
          size="s"
          busy={store.isBusy}
          onClick={() => void store.sendTest(language, t`This is a test caption.`)}
        >
          <Trans>
            Send a test caption <span className="sr-only">{name}</span>
          </Trans>
        </Button>
        <Button size="s" kind="quiet" disabled={store.isBusy} onClick={() => void store.remove(language)}>
          <Trans>
            Remove <span className="sr-only">{name}</span>
          </Trans>
        </Button>
      </div>
    </div>
  )
})

function ArrivalBadge({ ageMs }: { ageMs: number | null }) {
  const { i18n } = useLingui()
  if (ageMs === null)
    return (
      <Badge tone="plain">
        <Trans>No captions yet</Trans>
      </Badge>
    )
  const relative = new Intl.RelativeTimeFormat(i18n.locale, { numeric: 'always' })
  const ago =
    ageMs < RECENT_MS
      ? relative.format(-Math.round(ageMs / SECOND_MS), 'second')
      : relative.format(-Math.round(ageMs / RECENT_MS), 'minute')
  return (
    <Badge tone={ageMs < RECENT_MS ? 'success' : 'warning'}>
      <Trans>Last caption: {ago}</Trans>
    </Badge>
  )
}

const AddLanguage = observer(function AddLanguage({
  taken,
  store,
}: {
  taken: string[]
  store: LiveCaptionsStore
}) {
  const { i18n } = useLingui()
  const id = useId()
  const { channel } = useCatalog().shell
  const [chosen, setChosen] = useState<string | null>(null)
  const all = [...new Set([...channel.settings.languages, ...CAPTION_LANGUAGES])]
  const languages = all.filter(candidate => !taken.includes(candidate))
  const language = chosen && languages.includes(chosen) ? chosen : languages[0]
  if (!language) return null
  return (
    <div className="cluster">
      <label className="sr-only" htmlFor={id}>
        <Trans>Language of the captions</Trans>
      </label>
      <select
        id={id}
        className="select video-captions__language"
        value={language}
        onChange={event => setChosen(event.target.value)}
      >
        {languages.map(candidate => (
          <option key={candidate} value={candidate}>
            {languageName(candidate, i18n.locale)}
          </option>
        ))}
      </select>
      <Button size="s" busy={store.isBusy} onClick={() => void store.add(language)}>
        <Trans>Add language</Trans>
      </Button>
    </div>
  )
})

function Addresses({ eventKey, language }: { eventKey: string; language: string }) {
  const { t } = useLingui()
  const base = `${location.origin}/api/studio/events/${encodeURIComponent(eventKey)}/stream/captions`
  return (
    <div className="stack">
      <AddressRow label={t`Address for JSON`} url={base} />
      <AddressRow label={t`Address for YouTube captions`} url={`${base}/youtube?cid=1&lang=${language}`} />
      <AddressRow label={t`Address for Zoom captions`} url={`${base}/zoom?lang=${language}`} />
      <p className="hint">
        <Trans>
          The program needs an access token that may manage live streams. Where it has no field for a token,
          write https://captions:TOKEN@ in front of the host in the address.
        </Trans>
      </p>
    </div>
  )
}

function AddressRow({ label, url }: { label: string; url: string }) {
  const { t } = useLingui()
  const copy = useCopy(useCatalog().shell.toasts)
  return (
    <div className="stack stack--2">
      <span className="label">{label}</span>
      <div className="stream-keys__row">
        <code>{url}</code>
        <Button size="s" aria-label={t`Copy ${label}`} onClick={() => void copy(url, t`${label} copied`)}>
          <Trans>Copy</Trans>
        </Button>
      </div>
    </div>
  )
}
