import type { User } from './model'

/** Two letters for somebody's face: `MH`; of the e-mail address where they gave no name. */
export function initials({ first_name, last_name, email }: User): string {
  const letters = [first_name, last_name].map(name => Array.from(name.trim())[0] ?? '').join('')
  return (letters || (Array.from(email)[0] ?? '')).toLocaleUpperCase()
}
