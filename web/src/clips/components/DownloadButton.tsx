import { useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import { downloadUrl } from '@/shared/downloadUrl'
import { useErrorMessage } from '@/shared/http/errorMessages'
import { Button } from '@/shared/ui/Button'
import { useClips } from '../context'
import { eventDownloadStore } from '../stores/EventDownloadStore'

/** A button that downloads an event file. A job creates the file once for all viewers, then the download starts. */
export const DownloadButton = observer(function DownloadButton({ eventId }: { eventId: number }) {
  const { t } = useLingui()
  const getMessage = useErrorMessage()
  const clips = useClips()
  const { toasts } = clips.shell
  const store = clips.resolve(eventDownloadStore)
  const { state } = store
  const errorMessage = state.kind === 'failed' ? state.errorMessage : null
  useEffect(() => store.open(eventId), [store, eventId])
  useEffect(() => {
    if (errorMessage === null) return
    toasts.show(getMessage(errorMessage), { type: 'error' })
    store.clearError()
  }, [store, toasts, getMessage, errorMessage])

  const file = state.kind === 'preparing' ? state.file : null
  const progress = file?.progress ?? 0
  const label = !file
    ? t`Download`
    : file.state === 'queued'
      ? t`Queued for download`
      : t`Preparing ${progress}%`
  return (
    <>
      <Button
        icon="download"
        busy={state.kind === 'requesting'}
        aria-disabled={file ? true : undefined}
        onClick={() => {
          if (!file) void store.requestFile(({ url }) => downloadUrl(url))
        }}
      >
        {label}
      </Button>
      <span className="sr-only" role="status">
        {file ? t`Preparing the video file. The download will start automatically.` : ''}
      </span>
    </>
  )
})
