import type { Form } from '@/shared/stores/Form'
import { useFormFields } from '../../auth/useFormFields'

const INCORRECT_PASSWORD = 'errors.incorrect_password'

/** A form that asks for the password one has: that it was wrong stands at its field, anything else below the form. */
export function useCurrentPassword<Values extends { current_password: string }>(form: Form<Values>) {
  const { text, refusal } = useFormFields<{ current_password: string }>(
    form as unknown as Form<{ current_password: string }>,
  )
  const field = text('current_password')
  const wrong = form.errorMessage?.code === INCORRECT_PASSWORD
  return {
    field: { ...field, error: field.error ?? (wrong ? refusal : undefined) },
    refusal: wrong ? null : refusal,
  }
}
