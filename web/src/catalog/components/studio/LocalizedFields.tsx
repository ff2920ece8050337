import { useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { languageName, missingLanguages, toTexts, withText } from '@/shared/studio/localizedText'
import { Field, TextField } from '@/shared/ui/Field'
import { Prose } from '@/shared/ui/Prose'
import { useCatalog } from '../../context'
import { entriesStore } from '../../stores/EntriesStore'
import type { FieldProps } from './fieldProps'
import { MissingLanguages } from './MissingLanguages'

const PREVIEW_DELAY_MS = 300

/** A text in each language of the channel, side by side. */
export function LocalizedField({ field, value, error, onChange }: FieldProps<'localized'>) {
  const { t } = useLingui()
  const { languages, main, nameOf } = useLanguages()
  const texts = toTexts(value, main)
  return (
    <div className="content-form__languages">
      {languages.map(language => {
        const control = {
          name: `${field.name}.${language}`,
          lang: language,
          value: texts[language] ?? '',
          onChange: (event: { target: { value: string } }) =>
            onChange(withText(value, language, event.target.value, main)),
        }
        const label = nameOf(t(field.label), language)
        const notes = language === main ? { error, hint: field.hint && t(field.hint) } : {}
        return 'multiline' in field ? (
          <Field key={language} label={label} {...notes}>
            {ids => <textarea className="input content-form__text" rows={4} {...control} {...ids} />}
          </Field>
        ) : (
          <TextField key={language} label={label} {...notes} {...control} />
        )
      })}
    </div>
  )
}

/** A Markdown text in each language, side by side, with a preview of how the site shows it. */
export function MarkdownField({ field, value, error, onChange }: FieldProps<'markdown'>) {
  const { t } = useLingui()
  const { languages, main, nameOf } = useLanguages()
  const texts = toTexts(value, main)
  return (
    <div className="stack stack--2">
      <div className="content-form__languages">
        {languages.map(language => {
          const text = texts[language] ?? ''
          return (
            <div key={language} className="stack stack--2">
              <Field
                label={nameOf(t(field.label), language)}
                error={language === main ? error : undefined}
                hint={t`Markdown: **bold**, [link](/path), - list, ## heading`}
              >
                {ids => (
                  <textarea
                    className="input content-form__text content-form__text--markdown"
                    name={`${field.name}.${language}`}
                    lang={language}
                    rows={10}
                    value={text}
                    onChange={event => onChange(withText(value, language, event.target.value, main))}
                    {...ids}
                  />
                )}
              </Field>
              <MarkdownPreview text={text} label={nameOf(t`Preview`, language)} />
            </div>
          )
        })}
      </div>
      <MissingLanguages languages={missingLanguages(value, languages)} />
    </div>
  )
}

/** The text as the site shows it. It follows the input after a short pause. */
function MarkdownPreview({ text, label }: { text: string; label: string }) {
  const { api } = useCatalog().resolve(entriesStore)
  const [html, setHtml] = useState('')
  useEffect(() => {
    const controller = new AbortController()
    const timer = setTimeout(
      () =>
        void (text ? api.renderMarkdown(text, controller.signal) : Promise.resolve('')).then(
          setHtml,
          () => undefined, // The last preview stays.
        ),
      PREVIEW_DELAY_MS,
    )
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [api, text])
  return html ? (
    <section className="content-form__preview" aria-label={label}>
      <Prose html={html} />
    </section>
  ) : null
}

/** The channel's languages, the main one first, and a function that adds a language to a label. */
function useLanguages() {
  const { i18n } = useLingui()
  const { language: main, languages } = useCatalog().shell.channel.settings
  const nameOf = (label: string, language: string) =>
    languages.length > 1 ? `${label} (${languageName(language, i18n.locale)})` : label
  return { main, languages: [main, ...languages.filter(language => language !== main)], nameOf }
}
