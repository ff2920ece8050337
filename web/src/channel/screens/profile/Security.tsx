import { useLingui } from '@lingui/react/macro'
import { PasswordPanel } from '../../components/profile/PasswordPanel'
import { ProfilePage } from '../../components/profile/ProfilePage'
import { SecondFactorPanel } from '../../components/profile/SecondFactorPanel'

/** `/profile/security`: the password, and the second factor of log-in. */
export default function Security() {
  const { t } = useLingui()
  return (
    <ProfilePage title={t`Security`}>
      {user => (
        <div className="security">
          <PasswordPanel user={user} />
          <SecondFactorPanel user={user} />
        </div>
      )}
    </ProfilePage>
  )
}
