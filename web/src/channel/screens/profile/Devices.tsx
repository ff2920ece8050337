import { useLingui } from '@lingui/react/macro'
import { DeviceList } from '../../components/profile/devices/DeviceList'
import { LinkDevicePanel } from '../../components/profile/devices/LinkDevicePanel'
import { ProfilePage } from '../../components/profile/ProfilePage'
import '../../components/profile/devices/Devices.css'

/** `/profile/sessions`: the viewer's devices. The viewer can log them out and link a TV. */
export default function Devices() {
  const { t } = useLingui()
  return (
    <ProfilePage title={t`Devices`}>
      {() => (
        <div className="devices-page">
          <DeviceList />
          <LinkDevicePanel />
        </div>
      )}
    </ProfilePage>
  )
}
