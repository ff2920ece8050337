import { observer } from 'mobx-react-lite'
import { useEffect, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { Icon } from '@/shared/ui/Icon'
import { LazyMenu } from '@/shared/ui/LazyMenu'
import { LiveDot } from '@/shared/ui/LiveDot'
import { useChannel } from '../context'
import { homePath } from '../model'
import type { MenuItemView } from './menu'

/** One entry of the header's menu. */
export function MenuLink({ entry, current }: { entry: MenuItemView; current: boolean }) {
  return (
    <Link to={entry.url ?? '/'} aria-current={current ? 'page' : undefined}>
      {entry.live ? <LiveDot /> : null}
      {entry.label}
    </Link>
  )
}

/** An item of a menu entry's submenu. */
export interface SubmenuItem {
  key: string
  label: string
  url: string
  image?: string | null
}

/**
 * Return the items of an entry's submenu: its children, or the channel's teams or schools.
 *
 * A team or school links to the filtered home page (§2). Schools are part of the start-up data. Teams load when the
 * submenu opens.
 */
export function useSubmenu(
  { list, children, url, label }: MenuItemView,
  open = true,
): readonly SubmenuItem[] {
  const channel = useChannel()
  useEffect(() => {
    if (open && list === 'participants') channel.loadTeams().catch(() => undefined)
  }, [channel, list, open])
  if (!list) {
    const ownItem = url ? [{ key: 'own', label, url }] : []
    return [
      ...ownItem,
      ...children.map(child => ({ key: String(child.id), label: child.label, url: child.url ?? '/' })),
    ]
  }
  const teams = list === 'groups' ? channel.groups : (channel.teams ?? [])
  return teams.map(team => ({
    key: String(team.id),
    label: [team.name, channel.categoryName(team)].filter(Boolean).join(', '),
    url: homePath(list, team),
    image: team.images?.logo,
  }))
}

interface MenuListProps {
  entry: MenuItemView
  /** Whether the submenu contains the current page. */
  current: boolean
}

/** A menu entry that opens a submenu. */
export const MenuList = observer(function MenuList({ entry, current }: MenuListProps) {
  const [isOpen, setIsOpen] = useState(false)
  const button = (
    <button
      type="button"
      aria-haspopup="menu"
      aria-current={current || undefined}
      onPointerEnter={LazyMenu.preload}
      onClick={isOpen ? undefined : () => setIsOpen(true)}
    >
      {entry.label}
      <span className="nav__more">
        <Icon name="right" size="s" />
      </span>
    </button>
  )
  if (!isOpen) return button
  return <OpenMenuList entry={entry} trigger={button} onLoadError={() => setIsOpen(false)} />
})

interface OpenMenuListProps {
  entry: MenuItemView
  trigger: React.ReactElement
  onLoadError: () => void
}

const OpenMenuList = observer(function OpenMenuList({ entry, trigger, onLoadError }: OpenMenuListProps) {
  const navigate = useNavigate()
  const items = useSubmenu(entry).map(({ url, ...item }) => ({ ...item, onSelect: () => navigate(url) }))
  return <LazyMenu trigger={trigger} items={items} align="start" onLoadError={onLoadError} />
})
