import { useLingui } from '@lingui/react/macro'
import { Icon } from './Icon'
import './Field.css'

/** Why a whole form was refused, told to readers when it comes. Null says nothing, empty that nobody knows why. */
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
