import { Trans } from '@lingui/react/macro'
import { lazy, Suspense } from 'react'
import { Button } from '@/shared/ui/Button'
import { useShare } from './useShare'

const ShareDialog = lazy(() => import('./ShareDialog'))

/** Passes a thing's address on. */
export function ShareButton({ title, url }: { title: string; url: string }) {
  const address = new URL(url, location.origin).href
  const { share, copy, open, close } = useShare({ title, url: address })
  return (
    <>
      <Button icon="share" onClick={() => void share()}>
        <Trans>Share</Trans>
      </Button>
      {open ? (
        <Suspense>
          <ShareDialog url={address} onCopy={() => void copy()} onClose={close} />
        </Suspense>
      ) : null}
    </>
  )
}
