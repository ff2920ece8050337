import type { User } from './model'

/** Return a viewer's initials, such as `MH`. Without a name, return the first letter of the email address. */
export function initials({ first_name, last_name, email }: User): string {
  const letters = [first_name, last_name].map(name => Array.from(name.trim())[0] ?? '').join('')
  return (letters || (Array.from(email)[0] ?? '')).toLocaleUpperCase()
}
