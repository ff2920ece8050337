import { Trans } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useState } from 'react'
import type { ContentRef } from '@/shared/contexts/slots'
import { lazyComponent } from '@/shared/loading/lazyComponent'
import { Button } from '@/shared/ui/Button'
import type { WatchingDevices } from '../../devicesApi'
import { DeviceLimitTitle } from '../watch/DeviceList'
import { TileMessage } from './TileMessage'

const DeviceLimitDialog = lazyComponent(() => import('./DeviceLimitDialog'))

interface Props {
  content: ContentRef
  refusal: WatchingDevices
}

/** A picture of a multi-view for which this device has no place. All pictures of the page share one place. */
export const TileDeviceLimit = observer(function TileDeviceLimit({ content, refusal }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <TileMessage icon="tv" title={<DeviceLimitTitle refusal={refusal} />}>
      <Button kind="glass" size="s" onClick={() => setIsOpen(true)}>
        <Trans>Show devices</Trans>
      </Button>
      {isOpen ? (
        <DeviceLimitDialog content={content} refusal={refusal} onClose={() => setIsOpen(false)} />
      ) : null}
    </TileMessage>
  )
})
