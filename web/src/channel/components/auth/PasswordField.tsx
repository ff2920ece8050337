import { useLingui } from '@lingui/react/macro'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { cx } from '@/shared/ui/cx'
import { Field } from '@/shared/ui/Field'
import { IconButton } from '@/shared/ui/IconButton'
import './PasswordField.css'

type Props = Omit<ComponentProps<'input'>, 'type' | 'className'> & {
  label: ReactNode
  hint?: ReactNode
  error?: ReactNode
}

/**
 * A password field with a button that shows the password.
 *
 * Set `autoComplete`, so that password managers recognize the field.
 */
export function PasswordField({ label, hint, error, ...rest }: Props) {
  const { t } = useLingui()
  const [isShown, setIsShown] = useState(false)
  return (
    <Field label={label} hint={hint} error={error}>
      {ids => (
        <div className="input-wrap">
          <input
            className="input"
            autoCapitalize="none"
            spellCheck={false}
            {...rest}
            {...ids}
            type={isShown ? 'text' : 'password'}
          />
          <IconButton
            icon="eye"
            label={isShown ? t`Hide password` : t`Show password`}
            className={cx('input-wrap__button', isShown && 'password-toggle--open')}
            onClick={() => setIsShown(!isShown)}
          />
        </div>
      )}
    </Field>
  )
}
