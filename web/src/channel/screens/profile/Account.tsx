import { useLingui } from '@lingui/react/macro'
import { AccessPanel } from '../../components/profile/AccessPanel'
import { AccountPanel } from '../../components/profile/AccountPanel'
import { DataPanel } from '../../components/profile/DataPanel'
import { DevicesSummary } from '../../components/profile/devices/DevicesSummary'
import { ProfilePage } from '../../components/profile/ProfilePage'
import { SecuritySummary } from '../../components/profile/security/SecuritySummary'

/** `/profile/account`: the viewer's access, account details, data, security and devices. */
export default function Account() {
  const { t } = useLingui()
  return (
    <ProfilePage title={t`Account`}>
      {user => (
        <div className="account-overview">
          <div className="stack account-overview__part">
            <AccessPanel />
            <AccountPanel user={user} />
            <DataPanel />
          </div>
          <div className="stack account-overview__part">
            <SecuritySummary user={user} />
            <DevicesSummary />
          </div>
        </div>
      )}
    </ProfilePage>
  )
}
