import { cx } from '@/shared/ui/cx'
import { Icon, type IconName } from '@/shared/ui/Icon'

/** How something went, as a picture above the title that says it. */
export function AuthIcon({ icon, kind }: { icon: IconName; kind?: 'good' | 'bad' }) {
  return (
    <span className={cx('auth__icon', kind && `auth__icon--${kind}`)}>
      <Icon name={icon} />
    </span>
  )
}
