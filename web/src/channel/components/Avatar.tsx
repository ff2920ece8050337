import { initials } from '../initials'
import type { User } from '../model'
import './Avatar.css'

/** Somebody's initials in a disc; their name stands beside it or in a label. */
export function Avatar({ user, large }: { user: User; large?: boolean }) {
  return (
    <span className={large ? 'avatar avatar--l' : 'avatar'} aria-hidden="true">
      {initials(user)}
    </span>
  )
}
