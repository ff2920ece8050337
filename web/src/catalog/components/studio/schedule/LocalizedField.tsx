import { useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import type { ReactNode } from 'react'
import { Field } from '@/shared/ui/Field'
import { useCatalog } from '../../../context'
import type { Localized } from '../../../eventForm'
import { languageName } from '../../../localizedText'

interface Props {
  label: string
  hint?: ReactNode
  error?: ReactNode
  value: Localized
  onChange: (value: Localized) => void
  multiline?: boolean
}

/** One field for each language of the channel. */
export const LocalizedField = observer(function LocalizedField({
  label,
  hint,
  error,
  value,
  onChange,
  multiline,
}: Props) {
  const { i18n } = useLingui()
  const { language, languages } = useCatalog().shell.channel.settings
  const ordered = [language, ...languages.filter(tag => tag !== language)]
  return (
    <div className="event-form__languages">
      {ordered.map(tag => {
        const text = {
          lang: tag,
          value: value[tag] ?? '',
          onChange: (event: { target: { value: string } }) =>
            onChange({ ...value, [tag]: event.target.value }),
        }
        const name = languages.length > 1 ? `${label} (${languageName(tag, i18n.locale)})` : label
        return (
          <Field
            key={tag}
            label={name}
            hint={tag === language ? hint : undefined}
            error={tag === language ? error : undefined}
          >
            {ids =>
              multiline ? (
                <textarea {...ids} {...text} className="input event-form__text" rows={4} />
              ) : (
                <input {...ids} {...text} className="input" />
              )
            }
          </Field>
        )
      })}
    </div>
  )
})
