import type { ChangeEvent } from 'react'
import { useErrorMessage } from '@/shared/http/errorMessages'
import type { Form } from '@/shared/stores/Form'

type FieldNames<Values, Type> = {
  [Name in keyof Values]: Values[Name] extends Type ? Name : never
}[keyof Values] &
  string

/** Ties a form's values and sentences to the fields on the page; for use in an observer. */
export function useFormFields<Values extends object>(form: Form<Values>) {
  const say = useErrorMessage()
  const errorOf = (name: string) => {
    const sentence = form.errorOf(name)
    return sentence && say(sentence)
  }
  return {
    /** What a text field wants. */
    text: (name: FieldNames<Values, string>) => ({
      name,
      value: form.values[name] as string,
      error: errorOf(name),
      onChange: (event: ChangeEvent<HTMLInputElement>) =>
        form.change(name, event.target.value as Values[typeof name]),
    }),
    /** What a box to tick wants. */
    check: (name: FieldNames<Values, boolean>) => ({
      name,
      checked: form.values[name] as boolean,
      error: errorOf(name),
      onChange: (event: ChangeEvent<HTMLInputElement>) =>
        form.change(name, event.target.checked as Values[typeof name]),
    }),
    /** What a robot check wants, in a form that has a `robot_token`. */
    robot: (name: FieldNames<Values, string>) => ({
      error: errorOf(name),
      onToken: (token: string) => form.change(name, token as Values[typeof name]),
    }),
    errorOf,
    /** Why all of it was refused; null where it was not. */
    refusal: form.errorMessage === null ? null : say(form.errorMessage),
  }
}
