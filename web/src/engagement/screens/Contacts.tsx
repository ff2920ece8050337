import { FormPage } from '../components/FormPage'

/** The form that every channel is reached by. */
const ALIAS = 'contacts'

/** `/contacts`: the channel's contact form (§2). */
export default function Contacts() {
  return <FormPage alias={ALIAS} />
}
