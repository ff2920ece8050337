import { Menu as Base } from '@base-ui/react/menu'
import type { ReactElement, ReactNode } from 'react'
import { Icon, type IconName } from './Icon'
import './Menu.css'

export interface MenuItem {
  key: string
  label: ReactNode
  icon?: IconName
  /** The URL of a crest or a flag. */
  image?: string | null
  /** Whether this is the selected item of several exclusive options. */
  checked?: boolean
  /** The language of the label, if it differs from the page's. */
  lang?: string
  onSelect: () => void
}

interface Props {
  /** The button that opens the menu. */
  trigger: ReactElement
  /** The heading above the items. */
  head?: ReactNode
  items: readonly MenuItem[]
  /** The edge of the button to which the menu is aligned. */
  align?: 'start' | 'end'
  /** Shown below the items: `MenuCheck` components. */
  children?: ReactNode
}

/** A menu of actions or options that opens at its button. Import it lazily. */
export function Menu({ trigger, head, items, align = 'end', children }: Props) {
  const menuItems = items.map(({ key, label, icon, image, checked, lang, onSelect }) => (
    <Base.Item key={key} className="menu__item" lang={lang} onClick={onSelect}>
      {icon ? <Icon name={icon} /> : null}
      {image ? <img src={image} alt="" width="24" height="24" /> : null}
      <span>{label}</span>
      {checked ? <Icon name="check" size="s" className="menu__check" /> : null}
    </Base.Item>
  ))
  return (
    <Base.Root defaultOpen modal={false}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner className="menu-place" sideOffset={8} align={align}>
          <Base.Popup className="menu">
            {head ? (
              <Base.Group>
                <Base.GroupLabel render={<div />}>{head}</Base.GroupLabel>
                {menuItems}
              </Base.Group>
            ) : (
              menuItems
            )}
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

interface CheckProps {
  checked: boolean
  icon?: IconName
  onToggle: () => void
  children: ReactNode
}

/** A checkbox in a menu. The menu stays open when it changes. */
export function MenuCheck({ checked, icon = 'eye', onToggle, children }: CheckProps) {
  return (
    <Base.CheckboxItem className="menu__item" checked={checked} onCheckedChange={onToggle}>
      <Icon name={icon} />
      <span>{children}</span>
      {checked ? <Icon name="check" size="s" className="menu__check" /> : null}
    </Base.CheckboxItem>
  )
}
