import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import type { ReactNode } from 'react'
import { Button } from '@/shared/ui/Button'
import type { CameraDevice } from '../../stores/camera/CameraDevice'

/** Why the camera shows nothing, and what to do. */
export const DeviceMessage = observer(function DeviceMessage({ device }: { device: CameraDevice }) {
  const { t } = useLingui()
  switch (device.state) {
    case 'insecure':
      return (
        <Reason title={t`The camera needs a secure address`}>
          <Trans>Open this page with https:// at the beginning of its address.</Trans>
        </Reason>
      )
    case 'denied':
      return (
        <Reason title={t`The camera is not allowed`} onRetry={() => void device.open()}>
          <Trans>
            Allow the camera and the microphone for this site in the settings of your browser, then try again.
          </Trans>
        </Reason>
      )
    case 'missing':
      return (
        <Reason title={t`No camera was found`} onRetry={() => void device.open()}>
          <Trans>Connect a camera and a microphone, or open this page on a phone.</Trans>
        </Reason>
      )
    case 'busy':
      return (
        <Reason title={t`The camera did not start`} onRetry={() => void device.open()}>
          <Trans>Close other apps that use the camera, then try again.</Trans>
        </Reason>
      )
    default:
      return (
        <Reason title={t`Opening the camera`}>
          <Trans>Your browser may ask whether this site may use the camera and the microphone.</Trans>
        </Reason>
      )
  }
})

interface Props {
  title: string
  children: ReactNode
  onRetry?: () => void
}

function Reason({ title, children, onRetry }: Props) {
  return (
    <div className="camera__reason" role="status">
      <h2 className="display h3">{title}</h2>
      <p>{children}</p>
      {onRetry ? (
        <Button kind="glass" onClick={onRetry}>
          <Trans>Try again</Trans>
        </Button>
      ) : null}
    </div>
  )
}
