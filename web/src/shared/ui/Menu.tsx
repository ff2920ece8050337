import { Menu as Base } from '@base-ui/react/menu'
import type { ReactElement, ReactNode } from 'react'
import { Icon, type IconName } from './Icon'
import './Menu.css'

export interface MenuItem {
  key: string
  label: ReactNode
  icon?: IconName
  /** One of several that exclude each other. */
  checked?: boolean
  /** The language of the label, where it is not the page's. */
  lang?: string
  onSelect: () => void
}

interface Props {
  /** The button that opens it. */
  trigger: ReactElement
  items: readonly MenuItem[]
}

/** A few things to do or to choose, in a list that opens at its button. Load it when needed. */
export function Menu({ trigger, items }: Props) {
  return (
    <Base.Root defaultOpen modal={false}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner className="menu-place" sideOffset={8} align="end">
          <Base.Popup className="menu">
            {items.map(({ key, label, icon, checked, lang, onSelect }) => (
              <Base.Item key={key} className="menu__item" lang={lang} onClick={onSelect}>
                {icon ? <Icon name={icon} /> : null}
                {label}
                {checked ? <Icon name="check" size="s" /> : null}
              </Base.Item>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
