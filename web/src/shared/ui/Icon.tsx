import sprite from './art/icons.svg?url'
import { cx } from './cx'

export type IconName =
  | 'alert'
  | 'back10'
  | 'bell'
  | 'cal'
  | 'cards'
  | 'cast'
  | 'cc'
  | 'chart'
  | 'check'
  | 'clock'
  | 'close'
  | 'cut'
  | 'download'
  | 'edit'
  | 'exit'
  | 'eye'
  | 'filter'
  | 'full'
  | 'fwd10'
  | 'globe'
  | 'grid'
  | 'heart'
  | 'info'
  | 'laptop'
  | 'left'
  | 'list'
  | 'lock'
  | 'mail'
  | 'menu'
  | 'minus'
  | 'offline'
  | 'pause'
  | 'phone'
  | 'pin'
  | 'pip'
  | 'play'
  | 'plus'
  | 'right'
  | 'search'
  | 'settings'
  | 'share'
  | 'table'
  | 'theatre'
  | 'ticket'
  | 'tv'
  | 'user'
  | 'volume'
  | 'x'

interface Props {
  name: IconName
  /** `s` is 16 px, otherwise 20 px. */
  size?: 's'
  className?: string
}

let iconBaseUrl = `${sprite}#`

/** What the name of an icon is put after in its address. */
export const setIconBaseUrl = (address: string): void => {
  iconBaseUrl = address
}

/** A picture beside words; readers never hear it, so what it means stands in text or a label. */
export function Icon({ name, size, className }: Props) {
  return (
    <svg className={cx('icon', size === 's' && 'icon--s', className)} aria-hidden="true">
      <use href={iconBaseUrl + name} />
    </svg>
  )
}
