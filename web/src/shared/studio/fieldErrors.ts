import type { ErrorMessage, FieldErrors } from '@/shared/http/errors'

/** Return whether the path of a message (`name.fr`, `colors[1]`) is a field or a part of it. */
const isPartOf = (path: string, field: string) =>
  path === field || (path.startsWith(field) && '.['.includes(path.charAt(field.length)))

/** Return the messages at a field or a part of it. */
export const errorsOf = (errors: FieldErrors, field: string): ErrorMessage[] =>
  Object.entries(errors).flatMap(([path, messages]) => (isPartOf(path, field) ? messages : []))

/** Return the errors that are at none of these fields. */
export const errorsBeside = (errors: FieldErrors, fields: readonly string[]): FieldErrors =>
  Object.fromEntries(Object.entries(errors).filter(([path]) => !fields.some(field => isPartOf(path, field))))
