import { useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { isReadable } from '@/shared/contrast'
import { useErrorMessage } from '@/shared/http/errorMessages'
import type { EntryValue } from '@/shared/studio/entries'
import type { ColorPair } from '../../../brandFields'
import { type ContentField, readField } from '../../../contentFields'
import { useCatalog } from '../../../context'
import { brandStore } from '../../../stores/studio/BrandStore'
import { ColorInput, TextContrastNote } from '../ColorFields'
import { ContentFields } from '../ContentFields'

interface Props {
  section: string
  entryKey?: string
}

/** Return the value of an entry of the draft, its errors, and a function that changes a field. */
function useEntry({ section, entryKey = '' }: Props) {
  const store = useCatalog().resolve(brandStore)
  const formatError = useErrorMessage()
  const value: EntryValue = store.value(section, entryKey)
  return {
    value,
    read: (name: string) => readField(value, name),
    errorOf: (name: string) => {
      const error = store.errorOf(section, entryKey, name)
      return error && formatError(error)
    },
    change: (name: string, field: unknown) => store.change(section, entryKey, name, field),
  }
}

/** Fields of an entry of the draft. */
export const BrandFields = observer(function BrandFields({
  fields,
  ...entry
}: Props & { fields: readonly ContentField[] }) {
  const { value, errorOf, change } = useEntry(entry)
  return <ContentFields fields={fields} value={value} errorOf={errorOf} onChange={change} />
})

/** A background and the text on it, with their contrast. */
export const ColorPairFields = observer(function ColorPairFields({ background, text }: ColorPair) {
  const { t } = useLingui()
  const store = useCatalog().resolve(brandStore)
  const { read, errorOf, change } = useEntry({ section: 'channel' })
  const colorOf = ({ name }: ContentField) => String(read(name) ?? '')
  return (
    <div className="brand-pair">
      <ColorInput
        label={t(background.label)}
        error={errorOf(background.name)}
        value={colorOf(background)}
        note={null}
        onChange={color => store.changeBackground(background.name, text.name, color)}
      />
      <ColorInput
        label={t(text.label)}
        error={isReadable(colorOf(text), colorOf(background)) ? errorOf(text.name) : t`Hard to read.`}
        value={colorOf(text)}
        note={
          <TextContrastNote
            color={colorOf(text)}
            background={colorOf(background)}
            onChange={color => change(text.name, color)}
          />
        }
        onChange={color => change(text.name, color)}
      />
    </div>
  )
})
