import { emailFault, lengthFault, phoneFault, required } from '@/shared/checks'
import type { FieldErrors } from '@/shared/stores/Form'
import type { Answers, FormDefinition, FormField } from './model'

/** A form before anybody has filled it in; the address of who is logged in is known. */
export function emptyAnswers({ fields }: FormDefinition, email: string | null = null): Answers {
  return Object.fromEntries(
    fields.map(({ name, type }) => [
      name,
      type === 'checkbox' ? false : type === 'email' ? (email ?? '') : '',
    ]),
  )
}

/** What is wrong with what was filled in, in the server's own sentences (§5); the server has the last word. */
export function faultsIn({ fields }: FormDefinition, answers: Answers): FieldErrors {
  const found = fields.map(field => [field.name, faultOf(field, answers[field.name] ?? '')] as const)
  return Object.fromEntries(found.flatMap(([name, fault]) => (fault ? [[name, [fault]]] : [])))
}

function faultOf(field: FormField, answer: string | boolean): string | undefined {
  if (typeof answer === 'boolean') return field.required && !answer ? 'Field is required' : undefined
  if (!answer.trim()) return field.required ? required(answer) : undefined
  if (field.type === 'email') return emailFault(answer) ?? textFault(field, answer)
  if (field.type === 'tel') return phoneFault(answer) ?? textFault(field, answer)
  return field.type === 'number' ? numberFault(field, answer) : textFault(field, answer)
}

function numberFault({ rules: { min, max } }: FormField, answer: string): string | undefined {
  const number = Number(answer)
  if (!Number.isFinite(number)) return 'Please fill in the input field'
  if (typeof min === 'number' && number < min) return `Field length must be greater than ${min - 1}`
  if (typeof max === 'number' && number > max) return `Field length must be less than ${max + 1}`
  return undefined
}

function textFault({ rules: { min, max, pattern } }: FormField, answer: string): string | undefined {
  const given = answer.trim()
  if (typeof min === 'number' && [...given].length < min)
    return `Field length must be greater than ${min - 1}`
  if (typeof max === 'number') return lengthFault(given, max) ?? patternFault(pattern, given)
  return patternFault(pattern, given)
}

/** A pattern that this browser cannot read is left to the server. */
function patternFault(pattern: string | null | undefined, given: string): string | undefined {
  if (!pattern) return undefined
  try {
    return new RegExp(`^(?:${pattern})$`, 'u').test(given) ? undefined : 'Please fill in the input field'
  } catch {
    return undefined
  }
}
