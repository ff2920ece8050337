import { useLingui } from '@lingui/react/macro'
import { DEFAULT_CURRENCY } from '@/shared/constants'
import { useBilling } from '../../../context'
import type { FormLanguage } from '../../../offerForm'

/** Return the language and the currency of the forms of offers. */
export function useFormLanguage(): FormLanguage {
  const { i18n } = useLingui()
  const { language, currency } = useBilling().shell.channel.settings
  return { main: language, current: i18n.locale, currency: currency || DEFAULT_CURRENCY }
}
