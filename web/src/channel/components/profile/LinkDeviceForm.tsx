import { useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import type { ReactNode } from 'react'
import { useChannel } from '../../context'
import { linkDeviceStore } from '../../stores/LinkDeviceStore'
import { AuthForm } from '../auth/AuthForm'
import { useFields } from '../auth/useFields'
import { CodeInput } from './CodeInput'

interface Props {
  onSubmit: () => Promise<void>
  action: ReactNode
}

/** The code of a device, and what came of it. */
export const LinkDeviceForm = observer(function LinkDeviceForm({ onSubmit, action }: Props) {
  const { t } = useLingui()
  const store = useChannel().bring(linkDeviceStore)
  const { errorOf, refusal } = useFields(store.form)
  return (
    <AuthForm onSubmit={onSubmit} busy={store.form.busy} refusal={refusal} action={action}>
      <CodeInput
        label={t`Code on the screen`}
        value={store.form.values.code}
        error={errorOf('code')}
        onType={text => store.type(text)}
      />
    </AuthForm>
  )
})
