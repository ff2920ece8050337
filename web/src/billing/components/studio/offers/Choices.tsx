import type { ReactNode } from 'react'
import { CheckField } from '@/shared/ui/CheckField'
import '@/shared/ui/Field.css'
import './StudioOffers.css'

interface ChoicesProps {
  label: ReactNode
  options: readonly { value: string; label: string }[]
  value: readonly string[]
  error: string | undefined
  onChange: (value: readonly string[]) => void
}

/** Several choices of a few options. A value that is no option stays. */
export function Choices({ label, options, value, error, onChange }: ChoicesProps) {
  return (
    <fieldset className="field offer-form__choices">
      <legend className="label">{label}</legend>
      <div className="cluster">
        {options.map(option => (
          <CheckField
            key={option.value}
            checked={value.includes(option.value)}
            onChange={event =>
              onChange(
                event.target.checked
                  ? [...value, option.value]
                  : value.filter(other => other !== option.value),
              )
            }
          >
            {option.label}
          </CheckField>
        ))}
      </div>
      {error ? (
        <p className="error" role="alert">
          {error}
        </p>
      ) : null}
    </fieldset>
  )
}
