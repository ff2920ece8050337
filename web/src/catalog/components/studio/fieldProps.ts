import type { ContentField } from '../../contentFields'

type FieldOfKind<Field, Kind> = Field extends { kind: infer Kinds }
  ? Kind extends Kinds
    ? Field
    : never
  : never

/** The properties of a field in a form of the room Content. */
export interface FieldProps<Kind extends ContentField['kind'] = ContentField['kind']> {
  field: FieldOfKind<ContentField, Kind>
  value: unknown
  error: string | undefined
  onChange: (value: unknown) => void
}
