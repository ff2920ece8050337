import { useLingui } from '@lingui/react/macro'
import { Icon } from './Icon'
import './Field.css'

/** The error of a rejected form, announced to screen readers. Null shows nothing, an empty string a general error. */
export function FormError({ sentence, id }: { sentence: string | null; id?: string }) {
  const { t } = useLingui()
  return (
    <div role="alert" id={id} className="form-error">
      {sentence === null ? null : (
        <p className="error">
          <Icon name="alert" />
          {sentence || t`Something went wrong. Please try again or contact technical support`}
        </p>
      )}
    </div>
  )
}
