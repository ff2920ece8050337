import { useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useEffect, useRef } from 'react'
import { CheckField } from '@/shared/ui/CheckField'
import { Icon } from '@/shared/ui/Icon'
import { useChannel } from '../../context'
import { getRecaptcha } from './recaptcha'

interface Props {
  /** Called with a token after the visitor passes, and with an empty string when the token expires. */
  onToken: (token: string) => void
  error?: string
}

/**
 * The robot check of a form, if the deployment has one (`robot_check` in `project.json`).
 *
 * A token works for one request. Change the `key` of this component for the next request.
 */
export const RobotCheck = observer(function RobotCheck({ onToken, error }: Props) {
  const { t } = useLingui()
  const check = useChannel().project.robot_check
  if (check?.provider === 'recaptcha' && check.site_key) {
    return <Recaptcha siteKey={check.site_key} onToken={onToken} error={error} />
  }
  if (check?.provider !== 'fake') return null
  return (
    <CheckField error={error} onChange={event => onToken(event.target.checked ? 'pass' : '')}>
      {t`I’m not a robot`}
    </CheckField>
  )
})

/** The reCAPTCHA widget of Google. Its script loads when a form first shows it. */
function Recaptcha({ siteKey, onToken, error }: Props & { siteKey: string }) {
  const { t, i18n } = useLingui()
  const { colorSettings } = useChannel()
  const wrapper = useRef<HTMLDivElement>(null)
  const onTokenRef = useRef(onToken)
  onTokenRef.current = onToken
  const { locale } = i18n
  const { scheme } = colorSettings

  useEffect(() => {
    const container = document.createElement('div')
    wrapper.current?.append(container)
    let isUnmounted = false
    getRecaptcha(locale).then(
      captcha => {
        if (isUnmounted) return
        captcha.render(container, {
          sitekey: siteKey,
          theme: scheme,
          callback: token => onTokenRef.current(token),
          'expired-callback': () => onTokenRef.current(''),
          'error-callback': () => onTokenRef.current(''),
        })
      },
      () => undefined, // Without a token the server rejects the form and reports the missing check.
    )
    return () => {
      isUnmounted = true
      container.remove()
    }
  }, [siteKey, locale, scheme])

  return (
    <fieldset className="check-field">
      <legend className="sr-only">{t`Robot check`}</legend>
      <div ref={wrapper} className="recaptcha" />
      {error ? (
        <p className="error">
          <Icon name="alert" />
          {error}
        </p>
      ) : null}
    </fieldset>
  )
}
