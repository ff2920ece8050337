import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import { Link, useNavigate } from 'react-router'
import { useDocumentTitle } from '@/shared/hooks/useDocumentTitle'
import { Icon } from '@/shared/ui/Icon'
import { AuthForm } from '../../components/auth/AuthForm'
import { ProfileFields } from '../../components/profile/ProfileFields'
import { NewPasswordFields } from '../../components/profile/security/NewPasswordFields'
import { ReplaceTemporaryPassword } from '../../components/profile/security/ReplaceTemporaryPassword'
import { useCurrentPassword } from '../../components/profile/security/useCurrentPassword'
import { useChannel } from '../../context'
import { editProfileStore } from '../../stores/EditProfileStore'
import '../../components/profile/Profile.css'

/** `/profile/edit`: name, phone and an optional new password (§5). A temporary password must be replaced first. */
export default observer(function EditProfile() {
  const channel = useChannel()
  const store = channel.resolve(editProfileStore)
  const { user, hasTemporaryPassword } = channel.viewer
  useEffect(() => {
    store.open()
    return () => store.reset()
  }, [store])
  if (!user) return null
  return hasTemporaryPassword ? <ReplaceTemporaryPassword /> : <EditProfileForm />
})

const EditProfileForm = observer(function EditProfileForm() {
  const { t } = useLingui()
  const navigate = useNavigate()
  const channel = useChannel()
  const store = channel.resolve(editProfileStore)
  const { refusal } = useCurrentPassword(store.form)
  useDocumentTitle(t`Edit profile`)

  async function save() {
    if (!(await store.submit())) return
    channel.shell.toasts.show(t`Your profile was saved`, { type: 'success' })
    await navigate('/profile/account')
  }

  return (
    <div className="page page--narrow">
      <div className="edit-profile">
        <div className="page-head">
          <Link className="edit-profile__back" to="/profile">
            <Icon name="left" size="s" />
            <Trans>Profile</Trans>
          </Link>
          <h1 className="display h1" tabIndex={-1}>
            <Trans>Edit profile</Trans>
          </h1>
        </div>
        <AuthForm
          onSubmit={save}
          busy={store.form.isBusy}
          errorMessage={refusal}
          action={<Trans>Save changes</Trans>}
        >
          <ProfileFields />
          <NewPasswordFields />
        </AuthForm>
      </div>
    </div>
  )
})
