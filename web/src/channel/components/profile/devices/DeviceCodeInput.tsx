import { Field } from '@/shared/ui/Field'
import { CODE_LENGTH } from '../../../deviceCode'
import './DeviceCodeInput.css'

interface Props {
  label: string
  value: string
  error?: string
  /** Called with the typed or pasted text, before it is normalized. */
  onChange: (text: string) => void
}

const CELLS = Array.from({ length: CODE_LENGTH }, (_, index) => `cell-${index}`)

/** The field for a device's code: one input over a row of cells, one for each character. */
export function DeviceCodeInput({ label, value, error, onChange }: Props) {
  return (
    <Field label={label} error={error}>
      {ids => (
        <div className="device-code-input">
          <div className="device-code-input__cells" aria-hidden="true">
            {CELLS.map((cell, index) => (
              <span key={cell} data-next={index === value.length || undefined} />
            ))}
          </div>
          <input
            className="device-code-input__field"
            name="code"
            autoComplete="off"
            autoCapitalize="characters"
            autoCorrect="off"
            spellCheck={false}
            value={value}
            onChange={event => onChange(event.target.value)}
            {...ids}
          />
        </div>
      )}
    </Field>
  )
}
