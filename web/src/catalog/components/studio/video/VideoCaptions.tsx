import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useId, useRef, useState } from 'react'
import { useErrorMessage } from '@/shared/http/errorMessages'
import { Form } from '@/shared/stores/Form'
import { languageName } from '@/shared/studio/localizedText'
import { Button } from '@/shared/ui/Button'
import { FormError } from '@/shared/ui/FormError'
import { CAPTION_LANGUAGES } from '../../../captionLanguages'
import { useCatalog } from '../../../context'
import type { VideosStore } from '../../../stores/studio/VideosStore'
import type { Video } from '../../../videosApi'

interface Props {
  store: VideosStore
  video: Video
}

/** The captions of a video that is ready: one file for each language. */
export const VideoCaptions = observer(function VideoCaptions({ store, video }: Props) {
  const { t, i18n } = useLingui()
  const formatError = useErrorMessage()
  const languageId = useId()
  const input = useRef<HTMLInputElement>(null)
  const { channel } = useCatalog().shell
  const [form] = useState(() => new Form({}))
  const [chosen, setLanguage] = useState<string | null>(null)
  const taken = video.captions.map(track => track.language)
  const languages = [...new Set([...channel.settings.languages, ...CAPTION_LANGUAGES])]
  const language = chosen ?? languages.find(candidate => !taken.includes(candidate)) ?? languages[0] ?? 'en'

  async function change(request: () => Promise<void>) {
    await form.submit(request)
    setLanguage(null)
    await store.refresh()
  }
  function upload(file: File | undefined) {
    if (file) void change(() => store.api.saveCaptions(video.id, language, file))
  }
  return (
    <fieldset className="video-captions" aria-busy={form.isBusy}>
      <legend className="label">
        <Trans>Captions</Trans>
      </legend>
      {video.captions.map(({ language, name }) => (
        <p key={`${language} ${name}`} className="cluster">
          {name}
          <Button
            size="s"
            kind="quiet"
            disabled={form.isBusy}
            onClick={() => void change(() => store.api.removeCaptions(video.id, language))}
          >
            <Trans>
              Remove <span className="sr-only">{name}</span>
            </Trans>
          </Button>
        </p>
      ))}
      <div className="cluster">
        <label className="sr-only" htmlFor={languageId}>
          <Trans>Language of the captions</Trans>
        </label>
        <select
          id={languageId}
          className="select video-captions__language"
          value={language}
          onChange={event => setLanguage(event.target.value)}
        >
          {languages.map(candidate => (
            <option key={candidate} value={candidate}>
              {languageName(candidate, i18n.locale)}
            </option>
          ))}
        </select>
        <Button size="s" busy={form.isBusy} onClick={() => input.current?.click()}>
          {taken.includes(language) ? <Trans>Replace captions</Trans> : <Trans>Upload captions</Trans>}
        </Button>
      </div>
      <input
        ref={input}
        type="file"
        accept=".vtt,.srt"
        hidden
        aria-label={t`Caption file`}
        onChange={event => {
          upload(event.target.files?.[0])
          event.target.value = ''
        }}
      />
      <FormError message={form.errorMessage && formatError(form.errorMessage)} />
      <p className="hint">
        <Trans>WebVTT or SubRip, up to 4 MB. Viewers see a change within 15 minutes.</Trans>
      </p>
    </fieldset>
  )
})
