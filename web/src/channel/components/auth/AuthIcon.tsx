import { cx } from '@/shared/ui/cx'
import { Icon, type IconName } from '@/shared/ui/Icon'

/** The icon above the title of a screen, such as a check mark after success. */
export function AuthIcon({ icon, kind }: { icon: IconName; kind?: 'success' | 'error' }) {
  return (
    <span className={cx('auth__icon', kind && `auth__icon--${kind}`)}>
      <Icon name={icon} />
    </span>
  )
}
