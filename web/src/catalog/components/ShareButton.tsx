import { Trans } from '@lingui/react/macro'
import { lazy, Suspense } from 'react'
import { Button } from '@/shared/ui/Button'
import { useShare } from './useShare'

const ShareDialog = lazy(() => import('./ShareDialog'))

interface Props {
  title: string
  url: string
  /** Where its player stands alone, for other sites' pages. */
  embed?: string
}

/** Passes a thing's address on. */
export function ShareButton({ title, url, embed }: Props) {
  const whole = (address: string) => new URL(address, location.origin).href
  const address = whole(url)
  const { share, copy, open, close } = useShare({ title, url: address })
  return (
    <>
      <Button icon="share" onClick={() => void share()}>
        <Trans>Share</Trans>
      </Button>
      {open ? (
        <Suspense>
          <ShareDialog
            title={title}
            url={address}
            embed={embed ? whole(embed) : null}
            onCopy={text => void copy(text)}
            onClose={close}
          />
        </Suspense>
      ) : null}
    </>
  )
}
