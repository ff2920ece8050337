type FieldType = 'text' | 'email' | 'tel' | 'textarea' | 'select' | 'checkbox' | 'number'

/** One field of a channel's form (§3, custom form); its texts are in the viewer's language. */
export interface FormField {
  name: string
  label: string
  type: FieldType
  required: boolean
  /** The limits of the value of a number or the length of a text. `pattern` must match the whole text. */
  rules: { min?: number | null; max?: number | null; pattern?: string | null }
  options: readonly { value: string; label: string }[]
}

/** A form as the channel defines it. The catalog edits it, and viewers send it. */
export interface FormDefinition {
  alias: string
  title: string
  /** The text above the form. It and the next two texts are empty if the channel sets none. */
  intro: string
  /** The message after the form is sent. */
  thanks: string
  /** The label of the submit button. */
  submit: string
  fields: readonly FormField[]
  robot_check: boolean
}
