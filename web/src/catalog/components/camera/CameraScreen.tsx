import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useEffect, useRef, useState } from 'react'
import { useUnsavedWarning } from '@/shared/hooks/useUnsavedWarning'
import { useErrorMessage } from '@/shared/http/errorMessages'
import { LinkButton } from '@/shared/ui/Button'
import { Icon } from '@/shared/ui/Icon'
import { translateEncoderFault } from '../../encoderFaults'
import type { CameraStore } from '../../stores/camera/CameraStore'
import type { ChunkSender } from '../../stores/camera/ChunkSender'
import { useWakeLock } from '../scoring/useWakeLock'
import { CameraControls } from './CameraControls'
import { CameraStats } from './CameraStats'
import { DeviceMessage } from './DeviceMessage'
import { StopDialog } from './StopDialog'
import { UnsentNotice } from './UnsentNotice'
import { ViewerPicture } from './ViewerPicture'
import './Camera.css'

interface Props {
  store: CameraStore
  eventKey: string
  /** Null until the event has loaded. */
  eventId: number | null
  name: string
  /** Whether the browser records in a format that the server takes. */
  canRecord: boolean
}

/** The full-screen camera: the picture, what the line does, and one red button. */
export const CameraScreen = observer(function CameraScreen({
  store,
  eventKey,
  eventId,
  name,
  canRecord,
}: Props) {
  const { t } = useLingui()
  const { device } = store
  const [isStopping, setStopping] = useState(false)
  useWakeLock()
  useUnsavedWarning(store.isSending)
  useEffect(() => {
    void device.open()
  }, [device])
  return (
    <div className="camera" data-phase={store.phase}>
      <Preview store={store} />
      <header className="camera__head">
        <LinkButton
          kind="glass"
          size="s"
          icon="left"
          to={`/studio/schedule/${encodeURIComponent(eventKey)}/live`}
          reloadDocument
          aria-label={t`Back to the event`}
          onClick={click => {
            if (!store.isSending) return
            click.preventDefault()
            setStopping(true)
          }}
        />
        <h1 className="camera__name" tabIndex={-1}>
          {name || t`Camera`}
        </h1>
        <CameraStats store={store} />
      </header>
      <div className="camera__middle">
        <Messages store={store} canRecord={canRecord} />
        {eventId !== null && store.phase !== 'ready' && store.phase !== 'done' ? (
          <ViewerPicture eventId={eventId} isLive={store.sender?.status?.state === 'live'} />
        ) : null}
      </div>
      <CameraControls store={store} canRecord={canRecord} onStop={() => setStopping(true)} />
      {isStopping && store.isSending ? <StopDialog store={store} onClose={() => setStopping(false)} /> : null}
    </div>
  )
})

/** The picture of the camera. A phone that was turned starts a recording in the new size. */
const Preview = observer(function Preview({ store }: { store: CameraStore }) {
  const { t } = useLingui()
  const { stream, facing } = store.device
  const video = useRef<HTMLVideoElement>(null)
  const size = useRef('')
  useEffect(() => {
    if (video.current) video.current.srcObject = stream
  }, [stream])
  return (
    <video
      ref={video}
      className="camera__picture"
      data-mirrored={facing === 'user' || undefined}
      autoPlay
      muted
      playsInline
      aria-label={t`Picture of the camera`}
      onResize={({ currentTarget: { videoWidth, videoHeight } }) => {
        store.device.shownSize = { width: videoWidth, height: videoHeight }
        const isPortrait = videoHeight > videoWidth
        const shape = isPortrait ? 'portrait' : 'landscape'
        if (size.current && size.current !== shape) void store.restart()
        size.current = shape
      }}
    />
  )
})

const Messages = observer(function Messages({
  store,
  canRecord,
}: {
  store: CameraStore
  canRecord: boolean
}) {
  const { i18n } = useLingui()
  const formatError = useErrorMessage()
  const { device, error, problem, sender } = store
  if (!canRecord)
    return (
      <Message>
        <Trans>This browser cannot record H.264 video. Use Safari, or Chrome 126 or newer.</Trans>
      </Message>
    )
  if (device.state !== 'open') return <DeviceMessage device={device} />
  return (
    <>
      {problem === 'full' ? (
        <Message>
          <Trans>This phone has no room for more video. The recording stopped; the rest is still sent.</Trans>
        </Message>
      ) : null}
      {problem === 'recorder' ? (
        <Message>
          <Trans>The browser stopped recording. Press Go live to start again.</Trans>
        </Message>
      ) : null}
      {error ? <Message>{formatError(error)}</Message> : null}
      {sender?.status?.fault ? <Message>{translateEncoderFault(i18n, sender.status.fault)}</Message> : null}
      {sender ? <LineMessage sender={sender} /> : null}
      {store.phase === 'ready' && store.unsent.length > 0 ? <UnsentNotice store={store} /> : null}
    </>
  )
})

const LineMessage = observer(function LineMessage({ sender }: { sender: ChunkSender }) {
  const seconds = Math.round(sender.backlogSeconds)
  if (sender.state === 'waiting')
    return (
      <Message>
        <Trans>No connection. Recording goes on, and the video is sent later.</Trans>
      </Message>
    )
  if (sender.state !== 'catching-up') return null
  return (
    <Message icon="clock">
      <Trans>Sending what was filmed while the line was gone: {seconds} s left</Trans>
    </Message>
  )
})

function Message({ children, icon = 'alert' }: { children: React.ReactNode; icon?: 'alert' | 'clock' }) {
  return (
    <p className="camera__message" role="status">
      <Icon name={icon} />
      <span>{children}</span>
    </p>
  )
}
