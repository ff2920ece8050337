import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { type DragEvent, useRef, useState } from 'react'
import { Button } from '@/shared/ui/Button'
import { CheckField } from '@/shared/ui/CheckField'
import { cx } from '@/shared/ui/cx'
import { FormError } from '@/shared/ui/FormError'
import type { VideosStore } from '../../../stores/studio/VideosStore'
import { TransferProgress } from './TransferProgress'
import { useSizeFormat } from './useSizeFormat'

interface Props {
  store: VideosStore
  hasVideos: boolean
}

/** The place to drop or choose a video file, and its progress while it is sent. */
export const UploadPanel = observer(function UploadPanel({ store, hasVideos }: Props) {
  const { t } = useLingui()
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setIsOver] = useState(false)
  const [replaces, setReplaces] = useState(false)
  const { transfer } = store
  if (transfer && transfer.state !== 'done') return <TransferProgress store={store} transfer={transfer} />

  function drop(event: DragEvent) {
    event.preventDefault()
    setIsOver(false)
    send(event.dataTransfer.files[0])
  }
  function send(file: File | undefined) {
    if (file) void store.send(file, replaces && hasVideos)
  }
  return (
    <section
      className={cx('video-drop', isOver && 'video-drop--over')}
      aria-label={t`Upload a video`}
      onDragOver={event => {
        event.preventDefault()
        setIsOver(true)
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
    >
      <Interrupted store={store} />
      <p>
        <Trans>Drop a video file here, or choose one.</Trans>
      </p>
      <input
        ref={input}
        type="file"
        accept="video/*,.mkv,.mts,.m2ts,.ts,.mxf"
        hidden
        data-testid="video-file"
        onChange={event => {
          send(event.target.files?.[0])
          event.target.value = ''
        }}
      />
      <Button kind="primary" icon="plus" onClick={() => input.current?.click()}>
        <Trans>Choose file</Trans>
      </Button>
      {hasVideos ? (
        <CheckField checked={replaces} onChange={event => setReplaces(event.target.checked)}>
          <Trans>Replace the current video</Trans>
        </CheckField>
      ) : null}
      <FileRefusal store={store} />
    </section>
  )
})

/** The uploads that were interrupted, with what to do to continue them. */
const Interrupted = observer(function Interrupted({ store }: { store: VideosStore }) {
  const { i18n } = useLingui()
  const percentFormat = new Intl.NumberFormat(i18n.locale, { style: 'percent' })
  return store.interrupted.map(({ id, file_name: name, offset, size }) => {
    const done = percentFormat.format(offset / size)
    return (
      <p key={id} role="status">
        <strong>
          <Trans>
            {name} is {done} uploaded.
          </Trans>
        </strong>{' '}
        <Trans>Choose the same file to continue.</Trans>
      </p>
    )
  })
})

/** Why a file was refused. */
const FileRefusal = observer(function FileRefusal({ store }: { store: VideosStore }) {
  const { t } = useLingui()
  const formatSize = useSizeFormat()
  const limit = formatSize(store.list.value?.max_upload_bytes ?? 0)
  const messages = {
    not_video: t`This file is not a video. Choose a video file, such as an MP4 or MOV file.`,
    empty: t`This file is empty. Choose another file.`,
    too_large: t`This file is larger than ${limit}. Choose a smaller file.`,
    unknown: null,
  }
  return <FormError message={store.verdict && messages[store.verdict]} />
})
