import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { formatPlayTime } from '@/shared/format/playTime'
import { Badge } from '@/shared/ui/Badge'
import { Button } from '@/shared/ui/Button'
import { Progress } from '@/shared/ui/Progress'
import { EmptyState } from '@/shared/ui/states'
import { useCatalog } from '../../../context'
import type { VideosStore } from '../../../stores/studio/VideosStore'
import type { OwnerVideos, StoredUpload, Video } from '../../../videosApi'
import { VideoCaptions } from './VideoCaptions'
import { VideoTrim } from './VideoTrim'

interface Props {
  store: VideosStore
  videos: OwnerVideos
}

/** The videos of an event or library item, and the files that the server checks. */
export const VideoList = observer(function VideoList({ store, videos: { videos, uploads } }: Props) {
  const { t } = useLingui()
  const checked = uploads.filter(({ state }) => state !== 'receiving')
  if (!videos.length && !checked.length) {
    return store.transfer ? null : (
      <EmptyState title={t`No video yet`}>
        <Trans>Viewers can watch a video as soon as it is converted.</Trans>
      </EmptyState>
    )
  }
  return (
    <ul className="video-list">
      {checked.map(upload => (
        <UploadRow key={`upload-${upload.id}`} store={store} upload={upload} />
      ))}
      {videos.map(video => (
        <VideoRow key={video.id} store={store} video={video} />
      ))}
    </ul>
  )
})

const UploadRow = observer(function UploadRow({
  store,
  upload,
}: {
  store: VideosStore
  upload: StoredUpload
}) {
  const { id, file_name: name, state, failure_message: failure } = upload
  return (
    <li className="panel stack">
      <div className="video-row__head">
        <h2 className="h3 video-row__name">{name}</h2>
        {state === 'failed' ? (
          <Badge tone="danger">
            <Trans>Failed</Trans>
          </Badge>
        ) : (
          <Badge tone="plain">
            <Trans>Being checked</Trans>
          </Badge>
        )}
      </div>
      {failure ? <Failure message={failure} store={store} uploadId={id} /> : null}
    </li>
  )
})

const VideoRow = observer(function VideoRow({ store, video }: { store: VideosStore; video: Video }) {
  const { t } = useLingui()
  const { name, state, progress, duration, width, height, warning } = video
  const badges = {
    queued: <Badge tone="plain">{t`Waiting for conversion`}</Badge>,
    processing: <Badge tone="plain">{t`Being converted`}</Badge>,
    ready: <Badge tone="success">{t`Ready`}</Badge>,
    failed: <Badge tone="danger">{t`Failed`}</Badge>,
  }
  return (
    <li className="panel stack">
      <div className="video-row__head">
        <h2 className="h3 video-row__name">{name}</h2>
        {duration === null ? null : (
          <span className="hint tabular-nums">
            {formatPlayTime(duration)} · {width} × {height}
          </span>
        )}
        {badges[state]}
      </div>
      {state === 'processing' ? <Progress label={t`Conversion of ${name}`} value={progress} round /> : null}
      {warning ? <p className="hint">{warning}</p> : null}
      {video.trim ? <VideoTrim store={store} video={video} trim={video.trim} /> : null}
      {state === 'ready' ? <VideoCaptions store={store} video={video} /> : null}
      {state === 'failed' ? (
        <Failure message={video.failure_message} store={store} uploadId={video.upload_id} />
      ) : null}
    </li>
  )
})

interface FailureProps {
  message: string
  store: VideosStore
  /** The stored file. Null if the file must be uploaded again. */
  uploadId: number | null
}

/** Why a file did not become a video, in the server's words. */
const Failure = observer(function Failure({ message, store, uploadId }: FailureProps) {
  const { t } = useLingui()
  const { toasts } = useCatalog().shell
  async function retry(id: number) {
    if (!(await store.retry(id))) toasts.show(t`That did not work. Please try again.`, { type: 'error' })
  }
  return (
    <>
      <p role="alert">{message}</p>
      {uploadId === null ? null : (
        <div className="actions">
          <Button size="s" busy={store.isChanging} onClick={() => void retry(uploadId)}>
            <Trans>Try again</Trans>
          </Button>
        </div>
      )}
    </>
  )
})
