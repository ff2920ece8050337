import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect } from 'react'
import { Button } from '@/shared/ui/Button'
import { useChannel } from '../../../context'
import type { LinkedDeviceInfo } from '../../../profileApi'
import { afterLinkPath } from '../../../remoteAuth'
import { AuthIcon } from '../../auth/AuthIcon'
import { AuthPage } from '../../auth/AuthPage'
import { useRedirect } from '../useRedirect'
import { useDeviceName } from './useDeviceName'

/** The delay before the redirect. It leaves time to read the device's name. */
const REDIRECT_DELAY_MS = 4_000

/** The confirmation of a linked device. Redirects to the channel's target after a delay (§2). */
export function LinkedDevice({ device }: { device: LinkedDeviceInfo }) {
  const { t } = useLingui()
  const name = useDeviceName()(device)
  const to = afterLinkPath(useChannel().settings)
  const redirect = useRedirect()
  useEffect(() => {
    const timer = setTimeout(() => redirect(to), REDIRECT_DELAY_MS)
    return () => clearTimeout(timer)
  }, [redirect, to])
  return (
    <AuthPage
      isStep
      slide={1}
      icon={<AuthIcon icon="check" kind="success" />}
      title={t`${name} is linked`}
      intro={t`Your TV will start automatically. You can log it out anytime under Devices.`}
    >
      <Button kind="primary" size="l" block onClick={() => redirect(to)}>
        <Trans>Continue</Trans>
      </Button>
    </AuthPage>
  )
}
