import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { FieldNameProps } from '@/shared/contexts/slots'
import { languageName } from '@/shared/studio/localizedText'
import { findSection } from '../../contentSections'
import { useCatalog } from '../../context'

const COMMON_FIELDS = [
  { name: 'key', label: msg`Key` },
  { name: 'order', label: msg({ message: 'Order', context: 'sequence' }) },
]

/** The name of a field of the document, as its form calls it. A field without a form keeps its own name. */
export default function FieldName({ section, path }: FieldNameProps) {
  const { t, i18n } = useLingui()
  const { languages } = useCatalog().shell.channel.settings
  const fields = [...(findSection(section)?.fields ?? []), ...COMMON_FIELDS]
  const field = fields.find(({ name }) => `${path}.`.startsWith(`${name}.`))
  if (!field) return <code>{path}</code>
  const part = path.slice(field.name.length + 1)
  const label = t(field.label)
  return languages.includes(part) ? `${label} (${languageName(part, i18n.locale)})` : label
}
