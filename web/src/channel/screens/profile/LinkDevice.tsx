import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { LinkButton } from '@/shared/ui/Button'
import { AuthIcon } from '../../components/auth/AuthIcon'
import { AuthPage } from '../../components/auth/AuthPage'
import { LinkDeviceForm } from '../../components/profile/devices/LinkDeviceForm'
import { LinkedDevice } from '../../components/profile/devices/LinkedDevice'
import { useRedirect } from '../../components/profile/useRedirect'
import { useChannel } from '../../context'
import { normalizeCode } from '../../deviceCode'
import { externalLinkUrl } from '../../remoteAuth'
import { linkDeviceStore } from '../../stores/LinkDeviceStore'

/**
 * `/profile/sessions/add?code=`: logs in the device that shows the code (RFC 8628).
 *
 * A code from the URL is never sent automatically. Otherwise the author of a link could log in as the viewer
 * (RFC 8628, §5.4, remote phishing). The viewer compares the code with the device's screen and confirms it.
 */
export default observer(function LinkDevice() {
  const channel = useChannel()
  const store = channel.resolve(linkDeviceStore)
  const codeInUrl = normalizeCode(useSearchParams()[0].get('code') ?? '')
  const externalUrl = externalLinkUrl(channel.settings, codeInUrl || null)
  const redirect = useRedirect()
  useEffect(() => {
    store.open(codeInUrl)
    return () => store.reset()
  }, [store, codeInUrl])
  useEffect(() => {
    if (externalUrl) redirect(externalUrl)
  }, [externalUrl, redirect])
  if (externalUrl) return null
  return store.linked ? (
    <LinkedDevice device={store.linked} />
  ) : (
    <LinkDevicePrompt hasCode={codeInUrl !== ''} />
  )
})

const LinkDevicePrompt = observer(function LinkDevicePrompt({ hasCode }: { hasCode: boolean }) {
  const { t } = useLingui()
  const store = useChannel().resolve(linkDeviceStore)
  const link = async () => void (await store.submit())
  return (
    <AuthPage
      slide={1}
      icon={<AuthIcon icon="tv" />}
      title={t`Link a device`}
      intro={
        hasCode
          ? t`Is this the code on your TV?`
          : t`Open the app on your TV and enter the code it shows. Codes expire after 10 minutes.`
      }
    >
      <LinkDeviceForm
        onSubmit={link}
        action={hasCode ? <Trans>Link this device</Trans> : <Trans>Link device</Trans>}
      />
      <p className="hint">
        <Trans>
          This device will be logged in to your account. Continue only if it’s in front of you. Never link a
          device for someone else.
        </Trans>
      </p>
      <LinkButton kind="quiet" to="/profile">
        <Trans>Cancel</Trans>
      </LinkButton>
    </AuthPage>
  )
})
