import type { Form } from '@/shared/stores/Form'
import { useFormFields } from '../../auth/useFormFields'

const INCORRECT_PASSWORD = 'errors.incorrect_password'

/** Return the current-password field and the form's error. A wrong password is an error of the field, not the form. */
export function useCurrentPassword<Values extends { current_password: string }>(form: Form<Values>) {
  const { text, refusal } = useFormFields<{ current_password: string }>(
    form as unknown as Form<{ current_password: string }>,
  )
  const field = text('current_password')
  const isWrong = form.errorMessage?.code === INCORRECT_PASSWORD
  return {
    field: { ...field, error: field.error ?? (isWrong ? refusal : undefined) },
    refusal: isWrong ? null : refusal,
  }
}
