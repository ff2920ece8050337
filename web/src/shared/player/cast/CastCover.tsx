import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@/shared/ui/Button'
import type { CastControl, CastState } from './GoogleCast'
import './castCover.css'

const SEEK_SECONDS = 10

/** The place of the picture while the video plays on another screen, with the controls of that screen. */
export function CastCover({ state, control }: { state: CastState; control: CastControl }) {
  const { t } = useLingui()
  const { device } = state
  return (
    <div className="cast-cover">
      <p className="cast-cover__text" role="status">
        {state.isPaused ? <Trans>Paused on {device}</Trans> : <Trans>Playing on {device}</Trans>}
      </p>
      <div className="cluster">
        <Button
          aria-label={t`Back ${SEEK_SECONDS} seconds`}
          onClick={() => control.seekBy(-SEEK_SECONDS)}
        >{`−${SEEK_SECONDS}`}</Button>
        <Button kind="primary" onClick={() => control.playOrPause()}>
          {state.isPaused ? <Trans>Play</Trans> : <Trans>Pause</Trans>}
        </Button>
        <Button
          aria-label={t`Forward ${SEEK_SECONDS} seconds`}
          onClick={() => control.seekBy(SEEK_SECONDS)}
        >{`+${SEEK_SECONDS}`}</Button>
      </div>
      <Button kind="quiet" onClick={() => control.stop()}>
        <Trans>Continue on this device</Trans>
      </Button>
    </div>
  )
}
