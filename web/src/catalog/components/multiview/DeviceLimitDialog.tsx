import type { ContentRef } from '@/shared/contexts/slots'
import { Dialog } from '@/shared/ui/Dialog'
import type { WatchingDevices } from '../../devicesApi'
import { DeviceLimitTitle, DeviceList } from '../watch/DeviceList'

interface Props {
  content: ContentRef
  refusal: WatchingDevices
  onClose: () => void
}

/** The devices that watch at once, over the pictures of a multi-view. */
export default function DeviceLimitDialog({ content, refusal, onClose }: Props) {
  return (
    <Dialog open onClose={onClose} title={<DeviceLimitTitle refusal={refusal} />}>
      <DeviceList content={content} refusal={refusal} />
    </Dialog>
  )
}
