import { Field } from '@/shared/ui/Field'
import { CODE_LENGTH } from '../../../deviceCode'
import './DeviceCodeInput.css'

interface Props {
  label: string
  value: string
  error?: string
  /** What was typed or pasted, as it is. */
  onType: (text: string) => void
}

const CELLS = Array.from({ length: CODE_LENGTH }, (_, at) => `cell-${at}`)

/** The code on a device's screen: one field over as many cells as it has characters. */
export function DeviceCodeInput({ label, value, error, onType }: Props) {
  return (
    <Field label={label} error={error}>
      {ids => (
        <div className="device-code-input">
          <div className="device-code-input__cells" aria-hidden="true">
            {CELLS.map((cell, at) => (
              <span key={cell} data-next={at === value.length || undefined} />
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
            onChange={event => onType(event.target.value)}
            {...ids}
          />
        </div>
      )}
    </Field>
  )
}
