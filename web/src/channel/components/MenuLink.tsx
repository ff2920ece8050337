import { observer } from 'mobx-react-lite'
import { useEffect, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { Icon } from '@/shared/ui/Icon'
import { LateMenu } from '@/shared/ui/LateMenu'
import { LiveDot } from '@/shared/ui/LiveDot'
import { useChannel } from '../context'
import { homeOf } from '../model'
import type { Entry } from './menu'

/** One entry of the header's menu. */
export function MenuLink({ entry, current }: { entry: Entry; current: boolean }) {
  return (
    <Link to={entry.url ?? '/'} aria-current={current ? 'page' : undefined}>
      {entry.live ? <LiveDot /> : null}
      {entry.label}
    </Link>
  )
}

/** One line below a menu entry that opens. */
export interface Under {
  key: string
  label: string
  url: string
  image?: string | null
}

/**
 * What stands below an entry that opens: its children, or the channel's teams or schools, each leading home
 * with its name (§2). Schools stand in the start-up answer, teams are asked for when the list opens.
 */
export function useUnder({ list, children, url, label }: Entry, open = true): readonly Under[] {
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
    url: homeOf(list, one),
    image: one.images?.logo,
  }))
}

interface ListProps {
  entry: Entry
  /** The page is one of those below it. */
  current: boolean
}

/** An entry that opens a list. */
export const MenuList = observer(function MenuList({ entry, current }: ListProps) {
  const [opened, setOpened] = useState(false)
  const button = (
    <button
      type="button"
      aria-haspopup="menu"
      aria-current={current || undefined}
      onPointerEnter={LateMenu.ahead}
      onClick={opened ? undefined : () => setOpened(true)}
    >
      {entry.label}
      <span className="nav__more">
        <Icon name="right" size="s" />
      </span>
    </button>
  )
  if (!opened) return button
  return <OpenList entry={entry} trigger={button} onLost={() => setOpened(false)} />
})

interface OpenProps {
  entry: Entry
  trigger: React.ReactElement
  onLost: () => void
}

const OpenList = observer(function OpenList({ entry, trigger, onLost }: OpenProps) {
  const navigate = useNavigate()
  const items = useUnder(entry).map(({ url, ...item }) => ({ ...item, onSelect: () => navigate(url) }))
  return <LateMenu trigger={trigger} items={items} align="start" onLost={onLost} />
})
