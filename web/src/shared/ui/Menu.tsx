import { Menu as Base } from '@base-ui/react/menu'
import type { ReactElement, ReactNode } from 'react'
import { Icon, type IconName } from './Icon'
import './Menu.css'

export interface MenuItem {
  key: string
  label: ReactNode
  icon?: IconName
  /** A crest or a flag; its place stays where it is missing. */
  image?: string | null
  /** One of several that exclude each other. */
  checked?: boolean
  /** The language of the label, where it is not the page's. */
  lang?: string
  onSelect: () => void
}

interface Props {
  /** The button that opens it. */
  trigger: ReactElement
  /** What all of it is about, above the items. */
  head?: ReactNode
  items: readonly MenuItem[]
  /** Which edge of the button it keeps to. */
  align?: 'start' | 'end'
  /** Below the items: `MenuCheck`s. */
  children?: ReactNode
}

/** A few things to do or to choose, in a list that opens at its button. Load it when needed. */
export function Menu({ trigger, head, items, align = 'end', children }: Props) {
  const listed = items.map(({ key, label, icon, image, checked, lang, onSelect }) => (
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
                {listed}
              </Base.Group>
            ) : (
              listed
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
  onToggle: () => void
  children: ReactNode
}

/** A line in a menu that is turned on and off; the menu stays open. */
export function MenuCheck({ checked, onToggle: onTurn, children }: CheckProps) {
  return (
    <Base.CheckboxItem className="menu__item" checked={checked} onCheckedChange={onTurn}>
      <Icon name="eye" />
      <span>{children}</span>
      {checked ? <Icon name="check" size="s" className="menu__check" /> : null}
    </Base.CheckboxItem>
  )
}
