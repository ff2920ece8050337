import { Dialog } from '@base-ui/react/dialog'
import { useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useState } from 'react'
import { Link, useLocation } from 'react-router'
import { Slot } from '@/shared/contexts/slots'
import { languageName } from '@/shared/format/languageName'
import { Icon } from '@/shared/ui/Icon'
import { IconButton } from '@/shared/ui/IconButton'
import { LiveDot } from '@/shared/ui/LiveDot'
import { useChannel } from '../context'
import { AccountLinks } from './AccountLinks'
import { Brand } from './Brand'
import { useSubmenu } from './MenuLink'
import { findCurrent, hasSubmenu, type MenuItemView } from './menu'
import './Drawer.css'

interface Props {
  entries: readonly MenuItemView[]
  isLinkable: (url: string) => boolean
  language: string
  onLanguageChange: (language: string) => void
  onClose: () => void
}

/** The menu of small screens. Traps the focus, closes on Escape, and returns the focus to the menu button. */
export default observer(function Drawer({ entries, isLinkable, language, onLanguageChange, onClose }: Props) {
  const { t } = useLingui()
  const { settings } = useChannel()
  const { pathname, search } = useLocation()
  const current = findCurrent(entries, pathname, search)
  const [open, setOpen] = useState(true)
  const close = () => setOpen(false)
  return (
    <Dialog.Root open={open} onOpenChange={setOpen} onOpenChangeComplete={isOpen => isOpen || onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="drawer-back" />
        <Dialog.Popup className="drawer" aria-label={t`Menu`}>
          <div className="drawer__top">
            <Brand onClick={close} />
            <Dialog.Close render={<IconButton icon="close" label={t`Close menu`} />} />
          </div>
          <nav aria-label={t`Main`}>
            {entries.map(entry =>
              hasSubmenu(entry) ? (
                <DrawerList key={entry.id} entry={entry} onClick={close} />
              ) : (
                <Link
                  key={entry.id}
                  to={entry.url ?? '/'}
                  aria-current={entry === current ? 'page' : undefined}
                  onClick={close}
                >
                  {entry.live ? <LiveDot /> : null}
                  {entry.label}
                </Link>
              ),
            )}
          </nav>
          <hr />
          <AccountLinks isLinkable={isLinkable} onClick={close} />
          <Slot name="drawerTools" slotProps={{}} />
          {settings.languages.length > 1 ? (
            <>
              <hr />
              {settings.languages.map(code => (
                <button
                  key={code}
                  type="button"
                  lang={code}
                  aria-pressed={code === language}
                  onClick={() => {
                    close()
                    onLanguageChange(code)
                  }}
                >
                  <Icon name={code === language ? 'check' : 'globe'} />
                  {languageName(code)}
                </button>
              ))}
            </>
          ) : null}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
})

const DrawerList = observer(function DrawerList({
  entry,
  onClick,
}: {
  entry: MenuItemView
  onClick: () => void
}) {
  const [open, setOpen] = useState(false)
  const items = useSubmenu(entry, open)
  return (
    <details onToggle={event => setOpen(event.currentTarget.open)}>
      <summary>
        {entry.label}
        <Icon name="right" size="s" className="drawer__arrow" />
      </summary>
      {open
        ? items.map(({ key, label, url, image }) => (
            <Link key={key} className="drawer__submenu-link" to={url} onClick={onClick}>
              {image ? <img src={image} alt="" width="28" height="28" /> : null}
              {label}
            </Link>
          ))
        : null}
    </details>
  )
})
