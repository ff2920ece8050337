import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useState } from 'react'
import { LinkButton } from '@/shared/ui/Button'
import { lazyMenu } from '@/shared/ui/LazyMenu'
import { useChannel } from '../context'
import { Avatar } from './Avatar'

const AccountMenu = lazyMenu(() => import('./AccountMenu'))

/** The account button of the header: a login link for visitors, and a menu button with initials for viewers. */
export const AccountControl = observer(function AccountControl({
  isLinkable,
}: {
  isLinkable: (url: string) => boolean
}) {
  const { t } = useLingui()
  const { user } = useChannel().viewer
  const [isOpen, setIsOpen] = useState(false)
  if (!user) {
    return isLinkable('/login') ? (
      <LinkButton to="/login" kind="primary" size="s" className="log-in">
        <Trans>Log in</Trans>
      </LinkButton>
    ) : null
  }

  const button = (
    <button
      type="button"
      className="icon-btn"
      aria-label={t`Your account`}
      aria-haspopup="menu"
      onPointerEnter={AccountMenu.preload}
      onClick={isOpen ? undefined : () => setIsOpen(true)}
    >
      <Avatar user={user} />
    </button>
  )
  if (!isOpen) return button
  return (
    <AccountMenu user={user} trigger={button} isLinkable={isLinkable} onLoadError={() => setIsOpen(false)} />
  )
})
