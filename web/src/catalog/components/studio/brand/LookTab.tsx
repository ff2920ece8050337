import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { Field } from '@/shared/ui/Field'
import { SegmentedControl } from '@/shared/ui/SegmentedControl'
import { Select } from '@/shared/ui/Select'
import { FONT_FIELDS, IDENTITY_FIELDS, MAIN_COLOR_PAIRS, MORE_COLOR_PAIRS } from '../../../brandFields'
import { readField } from '../../../contentFields'
import { useCatalog } from '../../../context'
import { brandStore } from '../../../stores/studio/BrandStore'
import { BrandFields, ColorPairFields } from './BrandFields'
import { FontFiles } from './FontFiles'

/** Name, pictures, colors and fonts. */
export function LookTab() {
  return (
    <>
      <section className="content-form">
        <BrandFields section="channel" fields={IDENTITY_FIELDS} />
      </section>
      <section className="content-form">
        <h2 className="h3">
          <Trans>Colors</Trans>
        </h2>
        <SchemeField />
        {MAIN_COLOR_PAIRS.map(pair => (
          <ColorPairFields key={pair.text.name} {...pair} />
        ))}
        <details className="brand-block">
          <summary>
            <Trans>More colors</Trans>
          </summary>
          <div className="content-form">
            {MORE_COLOR_PAIRS.map(pair => (
              <ColorPairFields key={pair.text.name} {...pair} />
            ))}
          </div>
        </details>
      </section>
      <section className="content-form">
        <h2 className="h3">
          <Trans>Fonts</Trans>
        </h2>
        <FontFields />
        <FontFiles />
      </section>
    </>
  )
}

/** The scheme: colors that the channel has not chosen itself follow it. */
const SchemeField = observer(function SchemeField() {
  const { t } = useLingui()
  const store = useCatalog().resolve(brandStore)
  return (
    <div className="field">
      <h3 className="label">
        <Trans>Scheme</Trans>
      </h3>
      <SegmentedControl
        label={t`Scheme`}
        choices={[
          { value: 'dark', label: t`Dark` },
          { value: 'light', label: t`Light` },
        ]}
        value={store.scheme}
        onChange={scheme => store.changeScheme(scheme)}
      />
      <p className="hint">
        <Trans>Colors that you have not chosen yourself change with it.</Trans>
      </p>
    </div>
  )
})

/** The fonts of headings and texts: the device's own font, or one of the channel's font files. */
const FontFields = observer(function FontFields() {
  const { t } = useLingui()
  const store = useCatalog().resolve(brandStore)
  const channel = store.value('channel')
  const fonts = (readField(channel, 'theme.fonts') ?? []) as readonly { family: string }[]
  const families = [...new Set(fonts.map(({ family }) => family))]
  return FONT_FIELDS.map(({ name, label }) => (
    <Field key={name} label={t(label)}>
      {ids => (
        <Select
          label={t(label)}
          all={t`The device’s font`}
          options={families.map(family => ({ value: family, label: family }))}
          value={(readField(channel, name) as string | undefined) ?? null}
          onChange={family => store.change('channel', '', name, family ?? undefined)}
          {...ids}
        />
      )}
    </Field>
  ))
})
