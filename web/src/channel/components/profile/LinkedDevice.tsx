import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect } from 'react'
import { Button } from '@/shared/ui/Button'
import { useChannel } from '../../context'
import type { NewDevice } from '../../profileApi'
import { afterLink } from '../../remoteAuth'
import { AuthMark } from '../auth/AuthMark'
import { AuthPage } from '../auth/AuthPage'
import { useDeviceName } from './useDeviceName'
import { useOnward } from './useOnward'

/** Long enough to read which device it was. */
const SHOWN_MS = 4_000

/** A device is in: says which, then goes on to where the channel wants (§2). */
export function LinkedDevice({ device }: { device: NewDevice }) {
  const { t } = useLingui()
  const name = useDeviceName()(device)
  const to = afterLink(useChannel().settings)
  const onward = useOnward()
  useEffect(() => {
    const timer = setTimeout(() => onward(to), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [onward, to])
  return (
    <AuthPage
      step
      slide={1}
      mark={<AuthMark icon="check" kind="good" />}
      title={t`${name} is linked`}
      lede={t`It starts by itself. You can sign it out under your devices at any time.`}
    >
      <Button kind="primary" size="l" block onClick={() => onward(to)}>
        <Trans>Continue</Trans>
      </Button>
    </AuthPage>
  )
}
