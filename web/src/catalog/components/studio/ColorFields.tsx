import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@/shared/ui/Button'
import { AA_RATIO, contrastRatio, suggestColor } from '@/shared/ui/contrast'
import { TextField } from '@/shared/ui/Field'
import { Icon } from '@/shared/ui/Icon'
import type { FieldProps } from './fieldProps'

const COLOR = /^#[0-9a-f]{6}$/i
const WHITE = '#ffffff'

interface ColorInputProps {
  label: string
  hint?: string
  error?: string
  value: string
  onChange: (color: string | undefined) => void
}

/** A color: a picker, its code, and whether white text is readable on it. */
function ColorInput({ label, hint, error, value, onChange }: ColorInputProps) {
  const { t, i18n } = useLingui()
  const isColor = COLOR.test(value)
  return (
    <div className="stack stack--2">
      <div className="color-input">
        <input
          type="color"
          className="color-input__picker"
          aria-label={t`${label}: choose`}
          value={isColor ? value : '#888888'}
          onChange={event => onChange(event.target.value)}
        />
        <TextField
          label={label}
          hint={hint}
          error={error}
          value={value}
          placeholder="#0b1018"
          spellCheck={false}
          onChange={event => onChange(event.target.value || undefined)}
        />
      </div>
      {isColor ? <Contrast color={value} locale={i18n.locale} onChange={onChange} /> : null}
    </div>
  )
}

/** The contrast of white text on a color. Below the limit, it offers the nearest color that passes. */
function Contrast({
  color,
  locale,
  onChange,
}: {
  color: string
  locale: string
  onChange: (color: string) => void
}) {
  // Rounded down, so that a ratio just below the limit does not look like it.
  const ratio = Math.floor(contrastRatio(WHITE, color) * 100) / 100
  const format = (value: number) => value.toLocaleString(locale, { maximumFractionDigits: 2 })
  const ratioText = format(ratio)
  const limitText = format(AA_RATIO)
  if (ratio >= AA_RATIO)
    return (
      <p className="hint color-input__note">
        <Icon name="check" size="s" />
        <Trans>White text is readable on it: {ratioText} to 1.</Trans>
      </p>
    )
  const suggestion = suggestColor(color.toLowerCase(), WHITE)
  return (
    <p className="hint color-input__note">
      <span className="color-input__swatch" style={{ background: suggestion }} />
      <Trans>
        White text has a contrast of {ratioText} to 1. It needs {limitText}: {suggestion} reaches it.
      </Trans>
      <Button size="s" kind="quiet" onClick={() => onChange(suggestion)}>
        <Trans>
          Use <span className="sr-only">{suggestion}</span>
        </Trans>
      </Button>
    </p>
  )
}

/** One color of an entry. */
export function ColorField({ field, value, error, onChange }: FieldProps<'color'>) {
  const { t } = useLingui()
  return (
    <ColorInput
      label={t(field.label)}
      hint={field.hint && t(field.hint)}
      error={error}
      value={typeof value === 'string' ? value : ''}
      onChange={onChange}
    />
  )
}

/** The main and the second color of an entry, as a list. */
export function ColorsField({ value, error, onChange }: FieldProps<'colors'>) {
  const { t } = useLingui()
  const [first = '', second = ''] = (value ?? []) as string[]
  const change = (...colors: (string | undefined)[]) => {
    const chosen = colors.filter(Boolean)
    onChange(chosen.length ? chosen : undefined)
  }
  return (
    <div className="content-form__languages">
      <ColorInput label={t`Color`} error={error} value={first} onChange={color => change(color, second)} />
      <ColorInput label={t`Second color`} value={second} onChange={color => change(first, color)} />
    </div>
  )
}
