import { Trans } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import type { ComponentProps } from 'react'
import { useSpoilers } from '@/shared/contexts/spoilers'
import { withHiddenScores } from '@/shared/http/hiddenScores'
import { lazyComponent } from '@/shared/loading/lazyComponent'
import type { ToastStore } from '@/shared/notices/ToastStore'
import { Button } from './Button'
import { useShare } from './useShare'

const ShareDialog = lazyComponent(() => import('./ShareDialog'))

interface Props extends Pick<ComponentProps<typeof Button>, 'kind' | 'size'> {
  title: string
  url: string
  /** The path of the embeddable player, for pages of other sites. */
  embed?: string
  toasts: Pick<ToastStore, 'show'>
}

/** A button that shares a URL. */
export const ShareButton = observer(function ShareButton({
  title,
  url,
  embed,
  toasts,
  ...buttonProps
}: Props) {
  const toAbsolute = (path: string) => new URL(path, location.origin).href
  // A viewer who hides scores does not send one either.
  const { isEnabled } = useSpoilers()
  const absoluteUrl = isEnabled ? withHiddenScores(toAbsolute(url)) : toAbsolute(url)
  const { share, copy, open, close } = useShare({ title, url: absoluteUrl }, toasts)
  return (
    <>
      <Button icon="share" onClick={() => void share()} {...buttonProps}>
        <Trans>Share</Trans>
      </Button>
      {open ? (
        <ShareDialog
          title={title}
          url={absoluteUrl}
          embed={embed ? toAbsolute(embed) : null}
          onCopy={text => void copy(text)}
          onClose={close}
        />
      ) : null}
    </>
  )
})
