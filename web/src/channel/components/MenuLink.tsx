import { observer } from 'mobx-react-lite'
import { lazy, Suspense, useEffect, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { Icon } from '@/shared/ui/Icon'
import { LiveDot } from '@/shared/ui/LiveDot'
import { useChannel } from '../context'
import { type Followed, homeOf } from '../model'
import type { Entry } from './menu'

const loadMenu = () => import('@/shared/ui/Menu').then(module => ({ default: module.Menu }))
const Menu = lazy(loadMenu)

/** One entry of the header's menu. */
export function MenuLink({ entry, current }: { entry: Entry; current: string }) {
  const url = entry.url ?? entry.children[0]?.url ?? '/'
  return (
    <Link to={url} aria-current={url === current ? 'page' : undefined}>
      {entry.live ? <LiveDot /> : null}
      {entry.label}
    </Link>
  )
}

/** What a list entry shows: schools stand in the start-up answer, teams are asked for when it opens. */
export function useFollowed(list: Entry['list']): readonly Followed[] {
  const channel = useChannel()
  useEffect(() => {
    if (list === 'participants') channel.loadTeams().catch(() => undefined)
  }, [channel, list])
  return list === 'groups' ? channel.groups : (channel.teams ?? [])
}

/** The entry that opens a list of teams or schools, each leading home with its name (§2). */
export const MenuList = observer(function MenuList({ entry }: { entry: Entry }) {
  const [opened, setOpened] = useState(false)
  const button = (
    <button
      type="button"
      aria-haspopup="menu"
      onPointerEnter={loadMenu}
      onClick={opened ? undefined : () => setOpened(true)}
    >
      {entry.label}
      <span className="nav__more">
        <Icon name="right" size="s" />
      </span>
    </button>
  )
  if (!opened) return button
  return (
    <Suspense fallback={button}>
      <OpenList entry={entry} trigger={button} />
    </Suspense>
  )
})

const OpenList = observer(function OpenList({
  entry,
  trigger,
}: {
  entry: Entry
  trigger: React.ReactElement
}) {
  const navigate = useNavigate()
  const followed = useFollowed(entry.list)
  const items = followed.map(one => ({
    key: String(one.id),
    label: one.name,
    image: one.images?.logo,
    onSelect: () => navigate(homeOf(entry.list ?? 'groups', one)),
  }))
  return <Menu trigger={trigger} items={items} align="start" />
})
