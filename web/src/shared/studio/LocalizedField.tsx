import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Field } from '@/shared/ui/Field'
import { languageName } from './localizedText'
import './LocalizedField.css'

interface Props {
  label: string
  hint?: ReactNode
  error?: ReactNode
  /** The channel's main language, and all its languages. */
  settings: { language: string; languages: readonly string[] }
  value: Readonly<Record<string, string>>
  onChange: (value: Readonly<Record<string, string>>) => void
  multiline?: boolean
}

/** One field for each language of the channel, side by side, the main language first. */
export function LocalizedField({ label, hint, error, settings, value, onChange, multiline }: Props) {
  const { i18n } = useLingui()
  const { language, languages } = settings
  return (
    <div className="localized-field">
      {[language, ...languages.filter(tag => tag !== language)].map(tag => {
        const text = {
          lang: tag,
          value: value[tag] ?? '',
          onChange: (event: { target: { value: string } }) =>
            onChange({ ...value, [tag]: event.target.value }),
        }
        const isMain = tag === language
        return (
          <Field
            key={tag}
            label={languages.length > 1 ? `${label} (${languageName(tag, i18n.locale)})` : label}
            hint={isMain ? hint : undefined}
            error={isMain ? error : undefined}
          >
            {ids =>
              multiline ? (
                <textarea {...ids} {...text} className="input localized-field__text" rows={4} />
              ) : (
                <input {...ids} {...text} className="input" />
              )
            }
          </Field>
        )
      })}
    </div>
  )
}
