import { observer } from 'mobx-react-lite'
import type { ReactNode } from 'react'
import type { ContentRef } from '@/shared/contexts/slots'
import type { WatchingDevices } from '../../devicesApi'
import { DeviceLimitTitle, DeviceList } from './DeviceList'
import { Gate } from './Gate'

interface Props {
  content: ContentRef
  refusal: WatchingDevices
  poster: ReactNode
}

/** The panel in place of the player if all places of a purchase are taken, or if another device stopped this one. */
export const DeviceLimit = observer(function DeviceLimit({ content, refusal, poster }: Props) {
  return (
    <Gate poster={poster} title={<DeviceLimitTitle refusal={refusal} />}>
      <DeviceList content={content} refusal={refusal} />
    </Gate>
  )
})
