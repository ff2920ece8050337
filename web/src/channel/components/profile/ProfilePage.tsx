import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { type ReactNode, useContext } from 'react'
import { Link, useLocation } from 'react-router'
import { useDocumentTitle } from '@/shared/hooks/useDocumentTitle'
import { LinkButton } from '@/shared/ui/Button'
import { useChannel } from '../../context'
import type { User } from '../../model'
import { Avatar } from '../Avatar'
import { displayName } from './displayName'
import { ProfileTabsContext } from './tabs'
import '@/shared/ui/Panel.css'
import { TabNav } from '@/shared/ui/TabNav'
import './Profile.css'

interface Props {
  /** The title of the section: for the browser tab, and for screen readers after the viewer's name. */
  title: string
  children: (user: User) => ReactNode
}

/** The layout of every section of the profile: the viewer's name, the tabs and the section. */
export const ProfilePage = observer(function ProfilePage({ title, children }: Props) {
  const { user } = useChannel().viewer
  useDocumentTitle(title)
  // A guard redirects visitors to login.
  if (!user) return null
  return (
    <div className="page page--narrow">
      <ProfileHeader user={user} part={title} />
      <ProfileTabList />
      <div className="section">{children(user)}</div>
    </div>
  )
})

function ProfileHeader({ user, part }: { user: User; part: string }) {
  const name = displayName(user)
  return (
    <div className="page-head">
      <div className="spread">
        <div className="profile-head">
          <Avatar user={user} large />
          <div className="profile-head__name">
            <h1 className="display h1" tabIndex={-1}>
              {name}
              <span className="sr-only">, {part}</span>
            </h1>
            {name === user.email ? null : <p className="muted">{user.email}</p>}
          </div>
        </div>
        <LinkButton kind="outline" icon="edit" to="/profile/edit">
          <Trans>Edit profile</Trans>
        </LinkButton>
      </div>
    </div>
  )
}

function ProfileTabList() {
  const { t } = useLingui()
  const { pathname } = useLocation()
  return (
    <TabNav label={t`Profile`}>
      {useContext(ProfileTabsContext).map(({ path, label }) => (
        <Link key={path} to={path} aria-current={path === pathname ? 'page' : undefined}>
          {t(label)}
        </Link>
      ))}
    </TabNav>
  )
}
