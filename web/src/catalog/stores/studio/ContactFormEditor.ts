import type { FormDefinition } from '@/shared/contexts/forms'
import { EntryEditor } from '@/shared/studio/EntryEditor'
import type { Confirmation, Entry, EntryValue } from '@/shared/studio/entries'
import type { ContentApi } from '../../contentApi'
import { CONTACT_FORM } from '../../formSection'

/** The contact form while an operator edits it. It has the standard fields until it gets its own. */
export class ContactFormEditor extends EntryEditor {
  /** The standard texts that the form shows as long as it has none of its own. */
  standardTexts: EntryValue = {}
  private standardFields: readonly EntryValue[] | null = null

  constructor(
    private readonly content: ContentApi,
    private readonly languages: readonly string[],
  ) {
    super(content, 'forms', CONTACT_FORM)
  }

  override load(): Promise<void> {
    return this.entry.load(async signal => {
      const [entries, ...forms] = await Promise.all([
        this.content.list(this.section, signal),
        ...this.languages.map(language => this.content.getForm(CONTACT_FORM, language, signal)),
      ])
      const entry = entries.find(({ key }) => key === CONTACT_FORM)
      const { fields, ...texts } = joinLanguages(forms, this.languages)
      this.standardFields = entry?.value.fields ? null : fields
      this.standardTexts = Object.fromEntries(Object.entries(texts).filter(([name]) => !entry?.value[name]))
      return this.withStandardFields(entry ?? { ...this.ref, value: { key: CONTACT_FORM }, version: '' })
    })
  }

  /** Save the form. Standard fields that nobody has changed stay standard. */
  override save(value: EntryValue, confirmation?: Confirmation): Promise<boolean> {
    const { fields, ...others } = value
    const isStandard = JSON.stringify(fields) === JSON.stringify(this.standardFields)
    return super.save(isStandard ? others : value, confirmation)
  }

  protected override setEntry(entry: Entry, draft: EntryValue | null = null): void {
    super.setEntry(this.withStandardFields(entry), draft)
  }

  private withStandardFields(entry: Entry): Entry {
    if (entry.value.fields || !this.standardFields) return entry
    return { ...entry, value: { ...entry.value, fields: this.standardFields } }
  }
}

/** Return a form with its texts by language, from the same form in each language. */
function joinLanguages(forms: readonly FormDefinition[], languages: readonly string[]) {
  const join = (read: (form: FormDefinition) => string | undefined) =>
    Object.fromEntries(forms.map((form, index) => [languages[index], read(form)]))
  return {
    title: join(form => form.title),
    intro: join(form => form.intro),
    thanks: join(form => form.thanks),
    submit: join(form => form.submit),
    fields: (forms[0]?.fields ?? []).map(({ options, rules, required, type, name }, index) => ({
      name,
      label: join(form => form.fields[index]?.label),
      ...(type === 'text' ? {} : { type }),
      ...(required ? { required } : {}),
      ...(Object.keys(rules).length ? { rules } : {}),
      ...(options.length
        ? {
            options: options.map(({ value }, position) => ({
              value,
              label: join(form => form.fields[index]?.options[position]?.label),
            })),
          }
        : {}),
    })),
  }
}
