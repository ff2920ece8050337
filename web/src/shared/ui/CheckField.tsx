import { type ComponentProps, type ReactNode, useId } from 'react'
import { Icon } from './Icon'
import './Field.css'

type Props = Omit<ComponentProps<'input'>, 'type' | 'id'> & {
  /** The label beside the box. It may contain links. */
  children: ReactNode
  error?: ReactNode
}

/** A checkbox with its label beside it and its error below. */
export function CheckField({ children, error, ...rest }: Props) {
  const id = useId()
  return (
    <div className="check-field">
      <label className="check">
        <input
          {...rest}
          type="checkbox"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? id : undefined}
        />
        <span>{children}</span>
      </label>
      {error ? (
        <p className="error" id={id}>
          <Icon name="alert" />
          {error}
        </p>
      ) : null}
    </div>
  )
}
