import { initials } from '../initials'
import type { User } from '../model'
import './Avatar.css'

/**
 * Somebody's initials in a disc; their name stands beside it or in a label.
 *
 * The style sheet writes them: as text they would be the button's visible label, which its name has to hold (WCAG 2.5.3).
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
