import type { OfferForm } from '../../../offerForm'
import type { OfferKind } from '../../../studioOffersApi'

/** The properties of the fields of an offer. */
export interface OfferFieldsProps {
  kind: OfferKind
  form: OfferForm
  onChange: (changes: Partial<OfferForm>) => void
  /** Return the error of a field of the entry. */
  errorFor: (name: string) => string | undefined
}
