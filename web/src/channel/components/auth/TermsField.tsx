import { Trans } from '@lingui/react/macro'
import type { ChangeEvent } from 'react'
import { Link } from 'react-router'
import { CheckField } from '@/shared/ui/CheckField'

interface Props {
  name: string
  checked: boolean
  error?: string
  onChange: (event: ChangeEvent<HTMLInputElement>) => void
}

/** The consent that every new account needs (§5, §8); both texts open beside the form. */
export function TermsField(props: Props) {
  return (
    <CheckField {...props}>
      <Trans>
        I accept the{' '}
        <Link className="link" to="/terms_conditions" target="_blank">
          terms and conditions
        </Link>{' '}
        and the{' '}
        <Link className="link" to="/privacy_policy" target="_blank">
          privacy policy
        </Link>
      </Trans>
    </CheckField>
  )
}
