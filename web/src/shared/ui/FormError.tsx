import { useLingui } from '@lingui/react/macro'
import { Icon } from './Icon'
import './Field.css'

/** The error of a rejected form, announced to screen readers. Null shows nothing, an empty string a general error. */
export function FormError({ message, id }: { message: string | null; id?: string }) {
  const { t } = useLingui()
  return (
    <div role="alert" id={id} className="form-error">
      {message === null ? null : (
        <p className="error">
          <Icon name="alert" />
          {message || t`Something went wrong. Please try again or contact technical support`}
        </p>
      )}
    </div>
  )
}
