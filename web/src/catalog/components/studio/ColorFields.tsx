import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { AA_RATIO, COLOR, contrastRatio, suggestColor } from '@/shared/contrast'
import { Button } from '@/shared/ui/Button'
import { TextField } from '@/shared/ui/Field'
import { Icon } from '@/shared/ui/Icon'
import type { FieldProps } from './fieldProps'

const WHITE = '#ffffff'

interface ColorInputProps {
  label: string
  hint?: string
  error?: string
  value: string
  onChange: (color: string | undefined) => void
  /** A note below the color. By default, whether white text is readable on it. */
  note?: ReactNode
}

/** A color: a picker, its code, and a note about its contrast. */
export function ColorInput({ label, hint, error, value, onChange, note }: ColorInputProps) {
  const { t } = useLingui()
  const isColor = COLOR.test(value)
  const whiteNote = isColor ? <WhiteTextNote color={value} onChange={onChange} /> : null
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
      {note === undefined ? whiteNote : note}
    </div>
  )
}

interface ContrastProps {
  color: string
  onChange: (color: string) => void
}

/** The contrast of white text on a color. Below the limit, it offers the nearest color that passes. */
function WhiteTextNote({ color, onChange }: ContrastProps) {
  const { ratio, ratioText, limitText } = useContrast(color, WHITE)
  if (ratio >= AA_RATIO)
    return (
      <ReadableNote>
        <Trans>White text is readable on it: {ratioText} to 1.</Trans>
      </ReadableNote>
    )
  const suggestion = suggestColor(color.toLowerCase(), WHITE)
  return (
    <SuggestionNote suggestion={suggestion} onChange={onChange}>
      <Trans>
        White text has a contrast of {ratioText} to 1. It needs {limitText}: {suggestion} reaches it.
      </Trans>
    </SuggestionNote>
  )
}

/** The contrast of a text and its background. Below the limit, it offers the nearest text color that passes. */
export function TextContrastNote({ color, background, onChange }: ContrastProps & { background: string }) {
  const isComplete = COLOR.test(color) && COLOR.test(background)
  const { ratio, ratioText, limitText } = useContrast(
    isComplete ? color : WHITE,
    isComplete ? background : WHITE,
  )
  if (!isComplete) return null
  if (ratio >= AA_RATIO)
    return (
      <ReadableNote>
        <Trans>Readable: {ratioText} to 1.</Trans>
      </ReadableNote>
    )
  const suggestion = suggestColor(color.toLowerCase(), background)
  return (
    <SuggestionNote suggestion={suggestion} onChange={onChange}>
      <Trans>
        The contrast is {ratioText} to 1. It needs {limitText}: {suggestion} reaches it.
      </Trans>
    </SuggestionNote>
  )
}

/** Return the contrast of two colors and its limit, as numbers and in the page's language. */
function useContrast(first: string, second: string) {
  const { i18n } = useLingui()
  // Rounded down, so that a ratio just below the limit does not look like it.
  const ratio = Math.floor(contrastRatio(first, second) * 100) / 100
  const format = (value: number) => value.toLocaleString(i18n.locale, { maximumFractionDigits: 2 })
  return { ratio, ratioText: format(ratio), limitText: format(AA_RATIO) }
}

const ReadableNote = ({ children }: { children: ReactNode }) => (
  <p className="hint color-input__note">
    <Icon name="check" size="s" />
    {children}
  </p>
)

interface SuggestionProps {
  suggestion: string
  children: ReactNode
  onChange: (color: string) => void
}

const SuggestionNote = ({ suggestion, children, onChange }: SuggestionProps) => (
  <p className="hint color-input__note">
    <span className="color-input__swatch" style={{ background: suggestion }} />
    {children}
    <Button size="s" kind="quiet" onClick={() => onChange(suggestion)}>
      <Trans>
        Use <span className="sr-only">{suggestion}</span>
      </Trans>
    </Button>
  </p>
)

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
