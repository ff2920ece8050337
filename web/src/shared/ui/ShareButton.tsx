import { Trans } from '@lingui/react/macro'
import type { ComponentProps } from 'react'
import { lazyComponent } from '@/shared/loading/lazyComponent'
import type { ToastStore } from '@/shared/notices/ToastStore'
import { Button } from './Button'
import { useShare } from './useShare'

const ShareDialog = lazyComponent(() => import('./ShareDialog'))

interface Props extends Pick<ComponentProps<typeof Button>, 'kind' | 'size'> {
  title: string
  url: string
  /** Where its player stands alone, for other sites' pages. */
  embed?: string
  toasts: Pick<ToastStore, 'show'>
}

/** Passes a thing's address on. */
export function ShareButton({ title, url, embed, toasts, ...look }: Props) {
  const whole = (address: string) => new URL(address, location.origin).href
  const address = whole(url)
  const { share, copy, open, close } = useShare({ title, url: address }, toasts)
  return (
    <>
      <Button icon="share" onClick={() => void share()} {...look}>
        <Trans>Share</Trans>
      </Button>
      {open ? (
        <ShareDialog
          title={title}
          url={address}
          embed={embed ? whole(embed) : null}
          onCopy={text => void copy(text)}
          onClose={close}
        />
      ) : null}
    </>
  )
}
