import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { Button } from '@/shared/ui/Button'
import type { CameraStore } from '../../stores/camera/CameraStore'
import { LevelMeter } from './LevelMeter'

interface Props {
  store: CameraStore
  canRecord: boolean
  onStop: () => void
}

/** The buttons of the camera, the sound level, and the red button. */
export const CameraControls = observer(function CameraControls({ store, canRecord, onStop }: Props) {
  const { t } = useLingui()
  const { device, phase } = store
  const isOpen = device.state === 'open'
  return (
    <footer className="camera__controls">
      <div className="camera__sound">
        <Button
          kind="glass"
          size="s"
          icon="volume"
          aria-pressed={device.sound === 'muted'}
          disabled={!isOpen}
          onClick={() => device.setMuted(device.sound === 'on')}
        >
          {device.sound === 'muted' ? <Trans>Unmute</Trans> : <Trans>Mute</Trans>}
        </Button>
        <LevelMeter stream={device.stream} isMuted={device.sound === 'muted'} />
      </div>
      {phase === 'live' || phase === 'stopping' ? (
        <button
          type="button"
          className="camera__button"
          aria-disabled={phase === 'stopping'}
          onClick={onStop}
        >
          {phase === 'live' ? <Trans>Stop</Trans> : <Trans>Sending…</Trans>}
        </button>
      ) : (
        <button
          type="button"
          className="camera__button"
          aria-busy={phase === 'starting' || undefined}
          disabled={!isOpen || !canRecord || phase === 'starting'}
          onClick={() => void store.goLive()}
        >
          {phase === 'starting' ? <Trans>Starting…</Trans> : <Trans>Go live</Trans>}
        </button>
      )}
      <div className="camera__lens">
        {device.zoom ? (
          <input
            type="range"
            className="camera__zoom"
            aria-label={t`Zoom`}
            min={device.zoom.min}
            max={device.zoom.max}
            step={device.zoom.step}
            value={device.zoom.value}
            onChange={({ currentTarget }) => void device.setZoom(Number(currentTarget.value))}
          />
        ) : null}
        {device.torch === 'none' ? null : (
          <Button
            kind="glass"
            size="s"
            aria-pressed={device.torch === 'on'}
            onClick={() => void device.setTorch(device.torch === 'off')}
          >
            <Trans>Flashlight</Trans>
          </Button>
        )}
        <Button kind="glass" size="s" disabled={!isOpen} onClick={() => void store.turn()}>
          {device.facing === 'user' ? <Trans>Back camera</Trans> : <Trans>Front camera</Trans>}
        </Button>
      </div>
    </footer>
  )
})
