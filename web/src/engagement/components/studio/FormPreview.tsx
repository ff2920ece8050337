import { Trans } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useState } from 'react'
import type { FormDefinition } from '@/shared/contexts/forms'
import { Form } from '@/shared/stores/Form'
import { Button } from '@/shared/ui/Button'
import { validateAnswers } from '../../formAnswers'
import { FormFields } from '../FormFields'
import { FormSent } from '../FormSent'
import '@/shared/ui/Panel.css'
import '../FormPage.css'

const createAnswers = () => new Form<Record<string, string | boolean>>({})

/** A form as viewers see it. The answers are checked as theirs, and never sent. */
export default observer(function FormPreview({ definition }: { definition: FormDefinition }) {
  const [form, setForm] = useState(createAnswers)
  const [isSent, setSent] = useState(false)
  const submit = async () => setSent(!form.setErrors(validateAnswers(definition, form.values)))

  function restart() {
    setForm(createAnswers)
    setSent(false)
  }

  return (
    <div className="form-page stack">
      <p className="display h2">{definition.title}</p>
      {isSent ? (
        <FormSent
          definition={definition}
          action={
            <Button onClick={restart}>
              <Trans>Back to the form</Trans>
            </Button>
          }
        />
      ) : (
        <>
          {definition.intro ? <p className="lede">{definition.intro}</p> : null}
          <FormFields definition={definition} store={{ form, submitCount: 0, submit }} />
        </>
      )}
    </div>
  )
})
