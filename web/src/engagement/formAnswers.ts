import type { FormDefinition, FormField } from '@/shared/contexts/forms'
import type { ErrorMessage, FieldErrors } from '@/shared/http/errors'
import { emailError, lengthError, phoneError, requiredError } from '@/shared/validators'
import type { FormAnswers } from './model'

/** Return the initial answers of a form, with the email address of a logged-in viewer. */
export function emptyAnswers({ fields }: FormDefinition, email: string | null = null): FormAnswers {
  return Object.fromEntries(
    fields.map(({ name, type }) => [
      name,
      type === 'checkbox' ? false : type === 'email' ? (email ?? '') : '',
    ]),
  )
}

/** Return the errors of the answers by the rules of §5. The server checks them again. */
export function validateAnswers({ fields }: FormDefinition, answers: FormAnswers): FieldErrors {
  const errors = fields.map(field => [field.name, fieldError(field, answers[field.name] ?? '')] as const)
  return Object.fromEntries(errors.flatMap(([name, error]) => (error ? [[name, [error]]] : [])))
}

function fieldError(field: FormField, answer: string | boolean): ErrorMessage | undefined {
  if (typeof answer === 'boolean') return field.required && !answer ? { code: 'errors.required' } : undefined
  if (!answer.trim()) return field.required ? requiredError(answer) : undefined
  if (field.type === 'email') return emailError(answer) ?? textError(field, answer)
  if (field.type === 'tel') return phoneError(answer) ?? textError(field, answer)
  return field.type === 'number' ? numberError(field, answer) : textError(field, answer)
}

function numberError({ rules: { min, max } }: FormField, answer: string): ErrorMessage | undefined {
  const number = Number(answer)
  if (!Number.isFinite(number)) return { code: 'errors.input_required' }
  if (typeof min === 'number' && number < min)
    return { code: 'errors.too_short', params: { number: min - 1 } }
  if (typeof max === 'number' && number > max) return { code: 'errors.too_long', params: { number: max + 1 } }
  return undefined
}

function textError({ rules: { min, max, pattern } }: FormField, answer: string): ErrorMessage | undefined {
  const text = answer.trim()
  if (typeof min === 'number' && [...text].length < min)
    return { code: 'errors.too_short', params: { number: min - 1 } }
  if (typeof max === 'number') return lengthError(text, max) ?? patternError(pattern, text)
  return patternError(pattern, text)
}

/** Return an error if the text does not match the pattern. The server checks patterns that this browser rejects. */
function patternError(pattern: string | null | undefined, text: string): ErrorMessage | undefined {
  if (!pattern) return undefined
  try {
    return new RegExp(`^(?:${pattern})$`, 'u').test(text) ? undefined : { code: 'errors.input_required' }
  } catch {
    return undefined
  }
}
