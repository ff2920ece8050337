import { useLingui } from '@lingui/react/macro'
import { languageName } from '@/shared/studio/localizedText'

/** Return a function that names languages in the reader's language: “French, German”. */
export function useLanguageNames() {
  const { i18n } = useLingui()
  return (languages: readonly string[]) =>
    languages.map(language => languageName(language, i18n.locale)).join(', ')
}
