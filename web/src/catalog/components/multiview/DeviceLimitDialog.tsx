import { Dialog } from '@/shared/ui/Dialog'
import type { WatchingDevices } from '../../devicesApi'
import { DeviceLimitTitle, DeviceList } from '../watch/DeviceList'

interface Props {
  eventId: number
  refusal: WatchingDevices
  onClose: () => void
}

/** The devices that watch at once, over the pictures of a multi-view. */
export default function DeviceLimitDialog({ eventId, refusal, onClose }: Props) {
  return (
    <Dialog open onClose={onClose} title={<DeviceLimitTitle refusal={refusal} />}>
      <DeviceList eventId={eventId} refusal={refusal} />
    </Dialog>
  )
}
