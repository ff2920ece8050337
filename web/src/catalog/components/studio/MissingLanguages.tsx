import { Trans } from '@lingui/react/macro'
import { Icon } from '@/shared/ui/Icon'
import { useLanguageNames } from './useLanguageNames'

/** The languages in which a text is missing. Nothing if there is none. */
export function MissingLanguages({ languages }: { languages: readonly string[] }) {
  const missingText = useLanguageNames()(languages)
  return missingText ? (
    <p className="hint content-form__missing">
      <Icon name="globe" size="s" />
      <Trans>Not translated yet: {missingText}</Trans>
    </p>
  ) : null
}
