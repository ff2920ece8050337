import type { ReactElement } from 'react'
import { useNavigate } from 'react-router'
import { Slot } from '@/shared/contexts/slots'
import { Menu } from '@/shared/ui/Menu'
import type { User } from '../model'
import { useAccountItems } from './useAccountItems'
import './AccountMenu.css'

interface Props {
  user: User
  trigger: ReactElement
  isLinkable: (url: string) => boolean
}

/** The account menu: the viewer's name and email address, links to account pages, and logout. */
export default function AccountMenu({ user, trigger, isLinkable }: Props) {
  const navigate = useNavigate()
  const { pages, logOut, leave } = useAccountItems(isLinkable)
  const items = pages.map(({ url, ...item }) => ({ ...item, onSelect: () => navigate(url) }))
  const name = [user.first_name, user.last_name].filter(Boolean).join(' ')
  const head = (
    <span className="account-head">
      {name ? <strong>{name}</strong> : null}
      <span>{user.email}</span>
    </span>
  )
  return (
    <Menu
      trigger={trigger}
      head={head}
      items={[...items, { key: 'leave', label: logOut, icon: 'exit', onSelect: leave }]}
    >
      <Slot name="accountTools" slotProps={{}} />
    </Menu>
  )
}
