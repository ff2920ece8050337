import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { type ReactNode, useState } from 'react'
import { useLocation } from 'react-router'
import { lazyComponent } from '@/shared/loading/lazyComponent'
import { IconButton } from '@/shared/ui/IconButton'
import { useChannel } from '../context'
import { AccountControl } from './AccountControl'
import { Brand } from './Brand'
import { LanguageControl } from './LanguageControl'
import { MenuLink, MenuList } from './MenuLink'
import { findCurrent, hasSubmenu, toMenu } from './menu'
import './Header.css'

const Drawer = lazyComponent(() => import('./Drawer'))

interface Props {
  /** The search control, shown at the end before the language. */
  search: ReactNode
  isLinkable: (url: string) => boolean
  language: string
  onLanguageChange: (language: string) => void
}

/** The header of every page: brand, menu, search, language and account. On small screens the menu is a drawer. */
export const Header = observer(function Header({
  search: searchControl,
  isLinkable,
  language,
  onLanguageChange,
}: Props) {
  const { t } = useLingui()
  const channel = useChannel()
  const { pathname, search } = useLocation()
  const [open, setOpen] = useState(false)
  const entries = toMenu(channel.menuOf('header'), isLinkable)
  const currentEntry = findCurrent(entries, pathname, search)

  return (
    <>
      <a className="skip" href="#main">
        <Trans>Skip to content</Trans>
      </a>
      <header className="header">
        <div className="header__inner">
          <IconButton
            className="burger"
            icon="menu"
            label={t`Open menu`}
            aria-haspopup="dialog"
            onPointerEnter={Drawer.preload}
            onClick={() => setOpen(true)}
          />
          <Brand place="header" />
          <nav className="nav" aria-label={t`Main`}>
            {entries.map(entry =>
              hasSubmenu(entry) ? (
                <MenuList
                  key={entry.id}
                  entry={entry}
                  current={currentEntry !== null && entry.children.includes(currentEntry)}
                />
              ) : (
                <MenuLink key={entry.id} entry={entry} current={entry === currentEntry} />
              ),
            )}
          </nav>
          <div className="header__end">
            {searchControl}
            <LanguageControl current={language} onChange={onLanguageChange} />
            <AccountControl isLinkable={isLinkable} />
          </div>
        </div>
      </header>
      {open ? (
        <Drawer
          entries={entries}
          isLinkable={isLinkable}
          language={language}
          onLanguageChange={onLanguageChange}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </>
  )
})
