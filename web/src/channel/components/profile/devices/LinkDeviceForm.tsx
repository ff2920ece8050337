import { useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import type { ReactNode } from 'react'
import { useChannel } from '../../../context'
import { linkDeviceStore } from '../../../stores/LinkDeviceStore'
import { AuthForm } from '../../auth/AuthForm'
import { useFormFields } from '../../auth/useFormFields'
import { DeviceCodeInput } from './DeviceCodeInput'

interface Props {
  onSubmit: () => Promise<void>
  action: ReactNode
}

/** The form for the code of a device. */
export const LinkDeviceForm = observer(function LinkDeviceForm({ onSubmit, action }: Props) {
  const { t } = useLingui()
  const store = useChannel().resolve(linkDeviceStore)
  const { errorOf, refusal } = useFormFields(store.form)
  return (
    <AuthForm onSubmit={onSubmit} busy={store.form.isBusy} errorMessage={refusal} action={action}>
      <DeviceCodeInput
        label={t`TV code`}
        value={store.form.values.code}
        error={errorOf('code')}
        onChange={text => store.setCode(text)}
      />
    </AuthForm>
  )
})
