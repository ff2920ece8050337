import { type ComponentProps, type ReactNode, useId } from 'react'
import { Icon } from './Icon'
import './Field.css'

interface FieldProps {
  label: ReactNode
  hint?: ReactNode
  /** The error below the field. Screen readers read it with the field. */
  error?: ReactNode
  /** Renders the control with the attributes that connect it to label, hint and error. */
  children: (ids: { id: string; 'aria-describedby'?: string; 'aria-invalid'?: true }) => ReactNode
}

/** A form field: a control with its label above and its error below. */
export function Field({ label, hint, error, children }: FieldProps) {
  const id = useId()
  const note = error ?? hint
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        'aria-describedby': note ? `${id}-note` : undefined,
        'aria-invalid': error ? true : undefined,
      })}
      {error ? (
        <p className="error" id={`${id}-note`}>
          <Icon name="alert" />
          {error}
        </p>
      ) : hint ? (
        <p className="hint" id={`${id}-note`}>
          {hint}
        </p>
      ) : null}
    </div>
  )
}

type InputProps = ComponentProps<'input'> & Omit<FieldProps, 'children'>

/** A form field for one line of text. */
export function TextField({ label, hint, error, className, ...rest }: InputProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {ids => <input className={className ? `input ${className}` : 'input'} {...rest} {...ids} />}
    </Field>
  )
}
