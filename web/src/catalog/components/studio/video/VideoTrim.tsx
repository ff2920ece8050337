import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useState } from 'react'
import { formatPlayTime } from '@/shared/format/playTime'
import { lazyComponent } from '@/shared/loading/lazyComponent'
import { Button } from '@/shared/ui/Button'
import { useCatalog } from '../../../context'
import type { VideosStore } from '../../../stores/studio/VideosStore'
import type { VideoTrim as Range, Video } from '../../../videosApi'

const VideoTrimEditor = lazyComponent(() => import('./VideoTrimEditor'))

interface Props {
  store: VideosStore
  video: Video
  trim: Range
}

/** The part of a video that viewers see, and the editor that changes it. */
export const VideoTrim = observer(function VideoTrim({ store, video, trim }: Props) {
  const { t } = useLingui()
  const { toasts } = useCatalog().shell
  const [isOpen, setOpen] = useState(false)
  const [start, end] = [formatPlayTime(trim.start), formatPlayTime(trim.end)]
  const full = formatPlayTime(trim.full_duration)
  async function restore() {
    if (!(await store.restoreFullLength(video.id)))
      toasts.show(t`That did not work. Please try again.`, { type: 'error' })
  }
  return (
    <div className="video-trim">
      {trim.failure_message ? <p role="alert">{trim.failure_message}</p> : null}
      <p role="status">
        {trim.state === 'trimmed' ? (
          <Trans>
            Viewers see {start} to {end} of {full}.
          </Trans>
        ) : null}
        {trim.state === 'pending' ? (
          <Trans>
            Viewers will see {start} to {end} of {full} in a moment.
          </Trans>
        ) : null}
      </p>
      {isOpen ? (
        <VideoTrimEditor store={store} video={video} trim={trim} onClose={() => setOpen(false)} />
      ) : (
        <div className="actions" aria-busy={store.isChanging}>
          <Button size="s" onClick={() => setOpen(true)}>
            {trim.state === 'full_length' ? <Trans>Trim</Trans> : <Trans>Change the trim</Trans>}
          </Button>
          {trim.state === 'full_length' ? null : (
            <Button size="s" kind="quiet" onClick={() => void restore()}>
              <Trans>Restore full length</Trans>
            </Button>
          )}
        </div>
      )}
    </div>
  )
})
