import type { User } from '../../model'

/** Return a viewer's name, or the email address without a name. */
export function displayName({ first_name, last_name, email }: User): string {
  return `${first_name} ${last_name}`.trim() || email
}
