/**
 * The rules of §5 that the page checks before it submits a form, with the server's error codes. Each check returns an
 * error or undefined.
 */

import type { ErrorMessage } from '@/shared/http/errors'

const EMAIL_LABEL = '[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?'
/**
 * The pattern of `<input type=email>` (HTML standard). It also requires a dot in the domain and allows letters of
 * every script before the `@`.
 */
const EMAIL = new RegExp(`^[\\p{L}\\p{N}_.!#$%&'*+/=?^\`{|}~\\-]+@${EMAIL_LABEL}(?:\\.${EMAIL_LABEL})+$`, 'u')
const PHONE = /^\+?[0-9](?:[ ().\-/]{0,2}[0-9]){9,13}\)?$/

export const MIN_PASSWORD_LENGTH = 8
const MAX_PASSWORD_LENGTH = 128
const MAX_NAME_LENGTH = 80
const MAX_EMAIL_LENGTH = 254

type ValidationError = ErrorMessage | undefined

export const requiredError = (value: string, code = 'errors.required'): ValidationError =>
  value.trim() ? undefined : { code }

export const nameError = (name: string, code: string): ValidationError =>
  requiredError(name, code) ?? lengthError(name.trim(), MAX_NAME_LENGTH)

export function emailError(email: string): ValidationError {
  const normalized = normalizeEmail(email)
  if (!normalized) return { code: 'errors.email_required' }
  if (normalized.length > MAX_EMAIL_LENGTH) return lengthError(normalized, MAX_EMAIL_LENGTH)
  return EMAIL.test(normalized) ? undefined : { code: 'errors.invalid_email' }
}

/** Check a phone number: 10 to 14 digits, with an optional plus and separators. An empty value is valid. */
export function phoneError(phone: string): ValidationError {
  const normalized = stripInvisible(phone.normalize('NFKC'))
    .replace(/[\p{Pd}\u2212]/gu, '-')
    .trim()
    .replace(/^\(/, '')
  return !normalized || PHONE.test(normalized) ? undefined : { code: 'errors.invalid_phone' }
}

export function passwordError(password: string): ValidationError {
  if (!password) return { code: 'errors.required' }
  const normalized = password.normalize('NFKC')
  if (countCharacters(normalized) < MIN_PASSWORD_LENGTH) return { code: 'errors.password_too_short' }
  return lengthError(normalized, MAX_PASSWORD_LENGTH)
}

export const confirmationError = (password: string, confirmation: string): ValidationError =>
  password.normalize('NFKC') === confirmation.normalize('NFKC')
    ? undefined
    : { code: 'errors.password_mismatch' }

/** Return the errors among the results of the checks, in the form of `FieldErrors`. */
export function collectErrors(results: Record<string, ValidationError>): Record<string, ErrorMessage[]> {
  return Object.fromEntries(
    Object.entries(results).flatMap(([field, error]) => (error ? [[field, [error]]] : [])),
  )
}

export function lengthError(value: string, maxLength: number): ValidationError {
  return countCharacters(value) > maxLength
    ? { code: 'errors.too_long', params: { number: maxLength } }
    : undefined
}

/** Return the ASCII equivalent of a fullwidth character, which East Asian keyboards type. */
const toHalfWidth = (character: string) => String.fromCharCode(character.charCodeAt(0) - 0xfee0)

/**
 * Normalize an email address as the server does (`touchline.shared.strings.normalize`): the domain in A-labels,
 * without invisible characters.
 */
function normalizeEmail(email: string): string {
  const normalized = stripInvisible(email)
    .trim()
    .replace(/[\uff01-\uff5e]/g, toHalfWidth)
  const at = normalized.lastIndexOf('@')
  if (at < 0) return normalized
  return `${normalized.slice(0, at).normalize('NFC')}@${toAsciiDomain(normalized.slice(at + 1))}`
}

function toAsciiDomain(domain: string): string {
  if (/^[\0-\x7f]*$/.test(domain) || /[\s/?#@:]/.test(domain)) return domain
  try {
    return new URL(`http://${domain}`).hostname
  } catch {
    return domain
  }
}

/** Remove zero-width characters and direction marks, which pasted text may contain. */
const stripInvisible = (text: string) => text.replace(/\p{Cf}/gu, '')

/** Count characters as a person and the server do. An emoji counts as one, not as two UTF-16 code units. */
const countCharacters = (value: string) => [...value].length
