import { use } from 'react'
import { type FieldNameProps, Slot, SlotsContext } from '@/shared/contexts/slots'

/** The name of a field of the document in plain words. Without the slot, it is the field's own name. */
export function DocumentFieldName(props: FieldNameProps) {
  const { fieldName } = use(SlotsContext)
  return fieldName ? <Slot name="fieldName" slotProps={props} /> : <code>{props.path}</code>
}
