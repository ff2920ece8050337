import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import type { EntryValue } from '@/shared/studio/entries'
import { FONT_FIELDS, FONT_FILE_FIELDS } from '../../../brandFields'
import { readField } from '../../../contentFields'
import { useCatalog } from '../../../context'
import { describeFontFile } from '../../../fontFiles'
import { brandStore } from '../../../stores/studio/BrandStore'
import { UploadButton } from '../UploadButton'
import { useUpload } from '../useUpload'
import { ListField } from './ListField'

const FONTS = 'theme.fonts'
const ACCEPTED = '.woff2,.woff,.ttf,.otf'
const familyOf = (font: EntryValue | undefined) => String(font?.family ?? '')

/** The font files of the channel. A font that headings or texts use stays until another one is chosen. */
export const FontFiles = observer(function FontFiles() {
  const { t } = useLingui()
  const store = useCatalog().resolve(brandStore)
  const channel = store.value('channel')
  const fonts = (readField(channel, FONTS) ?? []) as readonly EntryValue[]
  const usesOf = (family: string) => FONT_FIELDS.filter(({ name }) => readField(channel, name) === family)

  function lockOf(font: EntryValue): string | null {
    const family = familyOf(font)
    const isOnly = fonts.filter(other => familyOf(other) === family).length === 1
    const uses = isOnly ? usesOf(family).map(({ label }) => t(label)) : []
    const places = uses.join(', ')
    return uses.length ? t`In use: ${places}. To remove this file, choose another font there first.` : null
  }

  /** Change the files. Headings and texts follow a font that gets another name. */
  function change(next: readonly EntryValue[]) {
    const renamed = next.length === fonts.length ? next.findIndex((font, index) => font !== fonts[index]) : -1
    const [before, after] = [familyOf(fonts[renamed]), familyOf(next[renamed])]
    const isLeft = renamed !== -1 && next.some(font => familyOf(font) === before)
    const uses = renamed === -1 || isLeft ? [] : usesOf(before)
    store.change('channel', '', FONTS, next.length ? next : undefined)
    for (const { name } of uses) store.change('channel', '', name, after)
  }

  return (
    <section className="stack">
      <h3 className="label">
        <Trans>Font files</Trans>
      </h3>
      <ListField
        section="channel"
        name={FONTS}
        label={t`Font files`}
        fields={FONT_FILE_FIELDS}
        nameField="family"
        idField="file"
        detailOf={({ weight }) => String(weight ?? '400')}
        lockOf={lockOf}
        onChange={change}
        renderAdd={add => <FontUpload used={fonts.map(({ file }) => String(file))} onUpload={add} />}
      />
    </section>
  )
})

/** The upload of a font file. Its name gives the font's name and weight. */
function FontUpload({ used, onUpload }: { used: readonly string[]; onUpload: (font: EntryValue) => void }) {
  const { t } = useLingui()
  const { api } = useCatalog().resolve(brandStore)
  const { busy, refusal, setRefusal, upload } = useUpload(
    'font',
    file => api.uploadFont(file),
    (path, file) => {
      if (used.includes(path)) setRefusal(t`The channel already has this file.`)
      else onUpload({ ...describeFontFile(file.name), file: path })
    },
  )
  return (
    <div className="field">
      <div className="actions">
        <UploadButton
          label={t`Font file`}
          icon="plus"
          accept={ACCEPTED}
          busy={busy}
          onFile={file => void upload(file)}
        >
          <Trans>Upload font</Trans>
        </UploadButton>
      </div>
      <div role="alert">{refusal ? <p className="error">{refusal}</p> : null}</div>
      <p className="hint">
        <Trans>
          WOFF2, WOFF, TTF or OTF, up to 4 MB. WOFF2 loads fastest. Use a font that your license allows on
          websites.
        </Trans>
      </p>
    </div>
  )
}
