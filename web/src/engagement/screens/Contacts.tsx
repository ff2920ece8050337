import { FormPage } from '../components/FormPage'

/** The alias of the contact form, which every channel has. */
const ALIAS = 'contacts'

/** `/contacts`: the channel's contact form (§2). */
export default function Contacts() {
  return <FormPage alias={ALIAS} />
}
