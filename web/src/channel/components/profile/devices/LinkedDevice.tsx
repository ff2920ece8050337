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

/** Long enough to read which device it was. */
const REDIRECT_DELAY_MS = 4_000

/** A device is in: says which, then goes on to where the channel wants (§2). */
export function LinkedDevice({ device }: { device: LinkedDeviceInfo }) {
  const { t } = useLingui()
  const name = useDeviceName()(device)
  const to = afterLinkPath(useChannel().settings)
  const onward = useRedirect()
  useEffect(() => {
    const timer = setTimeout(() => onward(to), REDIRECT_DELAY_MS)
    return () => clearTimeout(timer)
  }, [onward, to])
  return (
    <AuthPage
      isStep
      slide={1}
      icon={<AuthIcon icon="check" kind="good" />}
      title={t`${name} is linked`}
      intro={t`Your TV will start automatically. You can log it out anytime under Devices.`}
    >
      <Button kind="primary" size="l" block onClick={() => onward(to)}>
        <Trans>Continue</Trans>
      </Button>
    </AuthPage>
  )
}
