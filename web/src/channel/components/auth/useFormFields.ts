import type { ChangeEvent } from 'react'
import { useErrorMessage } from '@/shared/http/errorMessages'
import type { Form } from '@/shared/stores/Form'

type FieldNames<Values, Type> = {
  [Name in keyof Values]: Values[Name] extends Type ? Name : never
}[keyof Values] &
  string

/** Return the props that bind a form's values and errors to its fields. Use it in an observer. */
export function useFormFields<Values extends object>(form: Form<Values>) {
  const formatError = useErrorMessage()
  const errorOf = (name: string) => {
    const error = form.errorOf(name)
    return error && formatError(error)
  }
  return {
    /** Return the props of a text field. */
    text: (name: FieldNames<Values, string>) => ({
      name,
      value: form.values[name] as string,
      error: errorOf(name),
      onChange: (event: ChangeEvent<HTMLInputElement>) =>
        form.change(name, event.target.value as Values[typeof name]),
    }),
    /** Return the props of a checkbox. */
    check: (name: FieldNames<Values, boolean>) => ({
      name,
      checked: form.values[name] as boolean,
      error: errorOf(name),
      onChange: (event: ChangeEvent<HTMLInputElement>) =>
        form.change(name, event.target.checked as Values[typeof name]),
    }),
    /** Return the props of a robot check, in a form with a `robot_token`. */
    robot: (name: FieldNames<Values, string>) => ({
      error: errorOf(name),
      onToken: (token: string) => form.change(name, token as Values[typeof name]),
    }),
    errorOf,
    /** The error of the complete form, or null. */
    refusal: form.errorMessage === null ? null : formatError(form.errorMessage),
  }
}
