import { useLingui } from '@lingui/react/macro'
import { ProfilePage } from '../../components/profile/ProfilePage'
import { PasswordPanel } from '../../components/profile/security/PasswordPanel'
import { SecondFactorPanel } from '../../components/profile/security/SecondFactorPanel'

/** `/profile/security`: the password and the second factor. */
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
