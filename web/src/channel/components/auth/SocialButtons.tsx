import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useEffect, useState } from 'react'
import { Button } from '@/shared/ui/Button'
import { FormError } from '@/shared/ui/FormError'
import { Icon } from '@/shared/ui/Icon'
import { useChannel } from '../../context'
import { providerName, SINGLE_SIGN_ON } from '../../providers'
import { returnPath } from '../../stores/ReturnPath'
import { socialStore } from '../../stores/SocialStore'

/** The logos of the providers as SVG paths, in one color. */
const PROVIDER_ICONS: Record<string, string | undefined> = {
  google:
    'M12 10.4v3.4h4.8c-.3 1.5-1.9 3.7-4.8 3.7a5.5 5.5 0 0 1 0-11c1.7 0 2.8.7 3.4 1.3l2.4-2.3A8.6 8.6 0 0 0 12 3.2a8.8 8.8 0 1 0 0 17.6c5.1 0 8.4-3.6 8.4-8.6 0-.6-.1-1.2-.2-1.8z',
  facebook:
    'M14 21v-7.5h2.6l.5-3.2H14V8.4c0-.9.4-1.7 1.8-1.7h1.5V4c-.4-.1-1.3-.2-2.3-.2-2.5 0-4 1.5-4 4.2v2.3H8.2v3.2H11V21z',
}

/**
 * The login buttons of the deployment's social providers, and the divider below them.
 *
 * The login URL contains the API key. So it is created on a press and never appears in the page.
 */
export const SocialButtons = observer(function SocialButtons() {
  const { t } = useLingui()
  const channel = useChannel()
  const store = channel.resolve(socialStore)
  const [leaving, setLeaving] = useState<string | null>(null)
  const [failed, setFailed] = useState(false)
  // The browser may restore the page from the back/forward cache with a button that is still busy.
  useEffect(() => {
    const clearLeaving = () => setLeaving(null)
    addEventListener('pageshow', clearLeaving)
    return () => removeEventListener('pageshow', clearLeaving)
  }, [])
  const { single_sign_on: teamLogin } = channel.settings.auth
  const isForTeam = Boolean(teamLogin) && channel.resolve(returnPath).to.startsWith('/studio')
  const providers = [...(isForTeam ? [SINGLE_SIGN_ON] : []), ...(channel.project.social ?? [])]
  if (providers.length === 0) return null

  async function openProvider(provider: string) {
    setLeaving(provider)
    setFailed(false)
    try {
      location.assign(await store.loginUrl(provider))
    } catch {
      setLeaving(null)
      setFailed(true)
    }
  }

  return (
    <>
      <div className="social">
        {providers.map(provider => (
          <Button
            key={provider}
            kind="outline"
            busy={leaving === provider}
            aria-label={t`Continue with ${providerName(provider, teamLogin)}`}
            onClick={() => openProvider(provider)}
          >
            {provider === SINGLE_SIGN_ON ? (
              <Icon name="lock" />
            ) : (
              <svg className="icon icon--fill" viewBox="0 0 24 24" aria-hidden="true">
                <path d={PROVIDER_ICONS[provider]} />
              </svg>
            )}
            {providerName(provider, teamLogin)}
          </Button>
        ))}
      </div>
      <FormError message={failed ? '' : null} />
      <p className="auth__divider">
        <Trans>or use your email</Trans>
      </p>
    </>
  )
})
