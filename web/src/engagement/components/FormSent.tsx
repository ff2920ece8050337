import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import type { ReactNode } from 'react'
import type { FormDefinition } from '@/shared/contexts/forms'
import { EmptyState } from '@/shared/ui/states'
import { useEngagement } from '../context'

interface Props {
  definition: FormDefinition
  action: ReactNode
}

/** The confirmation of a sent form, with the number of business days until its review (§2: `/contacts`). */
export const FormSent = observer(function FormSent({ definition: { thanks }, action }: Props) {
  const { t } = useLingui()
  const { settings } = useEngagement().shell.channel
  const days = settings.contact_days
  const reviewed = plural(days, {
    one: 'We’ll review your request within # business day.',
    other: 'We’ll review your request within # business days.',
  })
  return (
    <EmptyState icon="check" title={t`Thank you. We received your request`} actions={action}>
      {thanks || reviewed}
    </EmptyState>
  )
})
