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

/** One line below a menu entry that opens. */
export interface SubmenuItem {
  key: string
  label: string
  url: string
  image?: string | null
}

/**
 * What stands below an entry that opens: its children, or the channel's teams or schools, each leading home
 * with its name (§2). Schools stand in the start-up answer, teams are asked for when the list opens.
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
    const own = url ? [{ key: 'own', label, url }] : []
    return [...own, ...children.map(one => ({ key: String(one.id), label: one.label, url: one.url ?? '/' }))]
  }
  const followed = list === 'groups' ? channel.groups : (channel.teams ?? [])
  return followed.map(one => ({
    key: String(one.id),
    label: [one.name, channel.categoryName(one)].filter(Boolean).join(', '),
    url: homePath(list, one),
    image: one.images?.logo,
  }))
}

interface MenuListProps {
  entry: MenuItemView
  /** The page is one of those below it. */
  current: boolean
}

/** An entry that opens a list. */
export const MenuList = observer(function MenuList({ entry, current }: MenuListProps) {
  const [opened, setOpened] = useState(false)
  const button = (
    <button
      type="button"
      aria-haspopup="menu"
      aria-current={current || undefined}
      onPointerEnter={LazyMenu.preload}
      onClick={opened ? undefined : () => setOpened(true)}
    >
      {entry.label}
      <span className="nav__more">
        <Icon name="right" size="s" />
      </span>
    </button>
  )
  if (!opened) return button
  return <OpenMenuList entry={entry} trigger={button} onLoadError={() => setOpened(false)} />
})

interface OpenMenuListProps {
  entry: MenuItemView
  trigger: React.ReactElement
  onLoadError: () => void
}

const OpenMenuList = observer(function OpenMenuList({
  entry,
  trigger,
  onLoadError: onLost,
}: OpenMenuListProps) {
  const navigate = useNavigate()
  const items = useSubmenu(entry).map(({ url, ...item }) => ({ ...item, onSelect: () => navigate(url) }))
  return <LazyMenu trigger={trigger} items={items} align="start" onLoadError={onLost} />
})
