import type { User } from '../../model'

/** What somebody is called: their name, or else their address. */
export function displayName({ first_name, last_name, email }: User): string {
  return `${first_name} ${last_name}`.trim() || email
}
