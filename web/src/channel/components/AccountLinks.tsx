import { Trans } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { Link } from 'react-router'
import { Icon } from '@/shared/ui/Icon'
import { useChannel } from '../context'
import { useAccountItems } from './useAccountItems'

interface Props {
  isLinkable: (url: string) => boolean
  onClick: () => void
}

/** The account links of the drawer: login for visitors, account pages and logout for viewers. */
export const AccountLinks = observer(function AccountLinks({ isLinkable, onClick }: Props) {
  const { user } = useChannel().viewer
  const { pages, logOut, leave } = useAccountItems(isLinkable)
  if (!user) {
    return isLinkable('/login') ? (
      <Link to="/login" onClick={onClick}>
        <Icon name="user" />
        <Trans>Log in</Trans>
      </Link>
    ) : null
  }
  return (
    <>
      {pages.map(({ key, label, icon, url }) => (
        <Link key={key} to={url} onClick={onClick}>
          <Icon name={icon} />
          {label}
        </Link>
      ))}
      <button
        type="button"
        onClick={() => {
          onClick()
          void leave()
        }}
      >
        <Icon name="exit" />
        {logOut}
      </button>
    </>
  )
})
