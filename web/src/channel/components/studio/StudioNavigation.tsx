import { useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { isInRoom, type StudioGroup } from '@/shared/studio/rooms'
import { cx } from '@/shared/ui/cx'
import { Icon } from '@/shared/ui/Icon'
import './Studio.css'

/** The list of rooms. On narrow screens it opens at a button with the name of the current room. */
export function StudioNavigation({ groups }: { groups: readonly StudioGroup[] }) {
  const { t } = useLingui()
  const { pathname } = useLocation()
  const [isOpen, setOpen] = useState(false)
  const current = groups.flatMap(({ rooms }) => rooms).find(room => isInRoom(room, pathname))
  // A room was chosen.
  useEffect(() => setOpen(false), [pathname])
  return (
    <nav
      className={cx('studio__nav', isOpen && 'studio__nav--open')}
      aria-label={t`Studio`}
      onKeyDown={event => event.key === 'Escape' && setOpen(false)}
    >
      <button
        type="button"
        className="studio__toggle"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon name={current?.icon ?? 'menu'} />
        {current ? t(current.label) : t`Studio`}
        <Icon name={isOpen ? 'close' : 'menu'} />
      </button>
      <div className="studio__groups">
        {groups.map(({ label, rooms }) => (
          <div key={rooms[0]?.path} className="studio__group">
            {label ? <p className="studio__heading">{t(label)}</p> : null}
            {rooms.map(room => (
              <Link
                key={room.path}
                to={`/studio/${room.path}`}
                aria-current={room === current ? 'page' : undefined}
              >
                <Icon name={room.icon} />
                {t(room.label)}
              </Link>
            ))}
          </div>
        ))}
      </div>
    </nav>
  )
}
