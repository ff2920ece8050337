import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useCallback, useEffect, useMemo } from 'react'
import { useCopy } from '@/shared/hooks/useCopy'
import { AsyncValue } from '@/shared/stores/AsyncValue'
import { Loaded } from '@/shared/studio/Loaded'
import { Button, LinkButton } from '@/shared/ui/Button'
import { type CameraAddress, CameraApi, cameraPath } from '../../../cameraApi'
import { useCatalog } from '../../../context'
import '../stream/Stream.css'

/** The way to the camera page: a button for this device, and a QR code for a phone. */
export const CameraLink = observer(function CameraLink({ eventKey }: { eventKey: string }) {
  const { t } = useLingui()
  const { api, toasts } = useCatalog().shell
  const copy = useCopy(toasts)
  const address = useMemo(() => new AsyncValue<CameraAddress>(), [])
  const load = useCallback(
    () => void address.load(signal => new CameraApi(api, eventKey).address(signal)),
    [address, api, eventKey],
  )
  useEffect(load, [load])
  return (
    <section className="panel stack">
      <h2 className="display h3">
        <Trans>Phone as camera</Trans>
      </h2>
      <p className="muted">
        <Trans>
          Scan the code with a phone, log in, and press Go live. If the connection is lost, the phone keeps
          the video and sends it later.
        </Trans>
      </p>
      <Loaded source={address} errorTitle={t`The camera page could not be loaded`} onRetry={load}>
        {({ url, qr }) => (
          <div className="camera-link">
            <img
              className="stream-keys__code"
              src={`data:image/svg+xml,${encodeURIComponent(qr)}`}
              alt={t`QR code with the address of the camera page`}
              width="180"
              height="180"
            />
            <div className="camera-link__text stack">
              <code>{url}</code>
              <div className="cluster">
                <LinkButton to={cameraPath(eventKey)} reloadDocument icon="phone">
                  <Trans>Use this device</Trans>
                </LinkButton>
                <Button onClick={() => void copy(url, t`Address copied`)}>
                  <Trans>Copy address</Trans>
                </Button>
              </div>
            </div>
          </div>
        )}
      </Loaded>
    </section>
  )
})
