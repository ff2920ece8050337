import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { type FormEvent, useCallback, useEffect, useRef, useState } from 'react'
import { formatPlayTime, parsePlayTime } from '@/shared/format/playTime'
import { useErrorMessage } from '@/shared/http/errorMessages'
import { Player, type PlayerController, type SignedUrl } from '@/shared/player'
import { Form } from '@/shared/stores/Form'
import { Button } from '@/shared/ui/Button'
import { TextField } from '@/shared/ui/Field'
import { FormError } from '@/shared/ui/FormError'
import { useCatalog } from '../../../context'
import type { VideosStore } from '../../../stores/studio/VideosStore'
import type { Video, VideoTrim } from '../../../videosApi'

interface Props {
  store: VideosStore
  video: Video
  trim: VideoTrim
  onClose(): void
}

/** The full length of a video, and the times between which viewers see it. */
export default observer(function VideoTrimEditor({ store, video, trim, onClose }: Props) {
  const { t } = useLingui()
  const formatError = useErrorMessage()
  const { channel } = useCatalog().shell
  const player = useRef<PlayerController | null>(null)
  const [source, setSource] = useState<SignedUrl | null>(null)
  const [form] = useState(
    () => new Form({ start: formatPlayTime(trim.start), end: formatPlayTime(trim.end) }),
  )
  const loadSource = useCallback(() => store.api.playback(video.id), [store, video.id])
  useEffect(() => {
    let isClosed = false
    void form.submit(loadSource).then(loaded => {
      if (loaded && !isClosed) setSource(loaded.result)
    })
    return () => {
      isClosed = true
    }
  }, [form, loadSource])

  const [start, end] = [parsePlayTime(form.values.start), parsePlayTime(form.values.end)]
  const isEmpty = start !== null && end !== null && end <= start
  const isValid = start !== null && end !== null && !isEmpty
  const length = isValid ? formatPlayTime(end - start) : ''
  const invalidTime = t`Write the time as h:mm:ss, such as 1:02:30.`

  const usePosition = (name: 'start' | 'end') => {
    if (player.current) form.change(name, formatPlayTime(player.current.time()))
  }
  async function save(event: FormEvent) {
    event.preventDefault()
    if (!isValid) return
    // The end is shown in whole seconds. Unchanged, it means the end of the recording.
    const last = end >= Math.floor(trim.full_duration) && end <= trim.full_duration ? null : end
    if (await form.submit(() => store.api.trim(video.id, start, last))) {
      onClose()
      await store.refresh()
    }
  }
  return (
    <form className="video-trim" noValidate onSubmit={event => void save(event)}>
      {source ? (
        <div className="video-trim__player">
          <Player
            id={`trim-${video.id}`}
            source={source}
            title={video.name}
            startAt={trim.start}
            storageKey={`${channel.settings.storage_prefix}:player`}
            renewSource={loadSource}
            onReady={control => {
              player.current = control
            }}
          />
        </div>
      ) : null}
      <div className="video-trim__times">
        <div className="video-trim__time">
          <TextField
            label={t`Start`}
            value={form.values.start}
            error={start === null ? invalidTime : undefined}
            onChange={({ target }) => form.change('start', target.value)}
          />
          <Button size="s" kind="quiet" disabled={!source} onClick={() => usePosition('start')}>
            <Trans>
              Use current position <span className="sr-only">as the start</span>
            </Trans>
          </Button>
        </div>
        <div className="video-trim__time">
          <TextField
            label={t`End`}
            value={form.values.end}
            error={
              end === null ? invalidTime : isEmpty ? formatError({ code: 'errors.trim_order' }) : undefined
            }
            onChange={({ target }) => form.change('end', target.value)}
          />
          <Button size="s" kind="quiet" disabled={!source} onClick={() => usePosition('end')}>
            <Trans>
              Use current position <span className="sr-only">as the end</span>
            </Trans>
          </Button>
        </div>
      </div>
      <p className="tabular-nums" role="status">
        {isValid ? <Trans>New length: {length}</Trans> : null}
      </p>
      <p className="hint">
        <Trans>
          The cut is at the nearest step of about 4 seconds, so it can be up to 2 seconds from your times.
          Nothing is deleted. Clips that exist stay as they are.
        </Trans>
      </p>
      <FormError message={form.errorMessage && formatError(form.errorMessage)} />
      <div className="actions">
        <Button submit kind="primary" size="s" busy={form.isBusy} disabled={!isValid}>
          <Trans>Trim</Trans>
        </Button>
        <Button size="s" kind="quiet" onClick={onClose}>
          <Trans>Cancel</Trans>
        </Button>
      </div>
    </form>
  )
})
