import { useParams } from 'react-router'
import { FormPage } from '../components/FormPage'

/** `/forms/{alias}`: a form of the channel's own (§3). */
export default function CustomForm() {
  const { alias = '' } = useParams()
  return <FormPage alias={alias} />
}
