import { initials } from '../initials'
import type { User } from '../model'
import './Avatar.css'

/**
 * A viewer's initials in a circle. The caller shows the name beside it or in a label.
 *
 * CSS draws the initials. As text they would be a visible label, which the button's name must contain (WCAG 2.5.3).
 */
export function Avatar({ user, large }: { user: User; large?: boolean }) {
  return (
    <span
      className={large ? 'avatar avatar--l' : 'avatar'}
      data-initials={initials(user)}
      aria-hidden="true"
    />
  )
}
