import { useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useEffect, useRef } from 'react'
import { CheckField } from '@/shared/ui/CheckField'
import { Icon } from '@/shared/ui/Icon'
import { useChannel } from '../../context'
import { getRecaptcha } from './recaptcha'

interface Props {
  /** Gets the token of a visitor who passed, or an empty one when it ran out. */
  onToken: (token: string) => void
  error?: string
}

/**
 * Asks whether the visitor is a robot, where the operator wants to know (`robot_check` of project.json).
 *
 * A token is good for one try: give it another `key` for the next one.
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

/** Google's own box; its script is fetched when a form wants it. */
function Recaptcha({ siteKey, onToken, error }: Props & { siteKey: string }) {
  const { t, i18n } = useLingui()
  const { colorSettings: look } = useChannel()
  const box = useRef<HTMLDivElement>(null)
  const tell = useRef(onToken)
  tell.current = onToken
  const { locale } = i18n
  const { scheme } = look

  useEffect(() => {
    const place = document.createElement('div')
    box.current?.append(place)
    let left = false
    getRecaptcha(locale).then(
      captcha => {
        if (left) return
        captcha.render(place, {
          sitekey: siteKey,
          theme: scheme,
          callback: token => tell.current(token),
          'expired-callback': () => tell.current(''),
          'error-callback': () => tell.current(''),
        })
      },
      () => undefined, // the server says that its token is missing
    )
    return () => {
      left = true
      place.remove()
    }
  }, [siteKey, locale, scheme])

  return (
    <fieldset className="check-field">
      <legend className="sr-only">{t`Robot check`}</legend>
      <div ref={box} className="recaptcha" />
      {error ? (
        <p className="error">
          <Icon name="alert" />
          {error}
        </p>
      ) : null}
    </fieldset>
  )
}
