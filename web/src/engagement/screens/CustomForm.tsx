import { useParams } from 'react-router'
import { FormPage } from '../components/FormPage'

/** `/forms/{alias}`: a form that the channel defines (§3). */
export default function CustomForm() {
  const { alias = '' } = useParams()
  return <FormPage alias={alias} />
}
