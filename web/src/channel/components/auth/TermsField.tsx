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

/** The consent checkbox of a new account (§5, §8). Both texts open in a new tab, so the form keeps its values. */
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
