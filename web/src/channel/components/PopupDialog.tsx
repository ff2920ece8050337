import { observer } from 'mobx-react-lite'
import { useLocation } from 'react-router'
import { useHasInteracted } from '@/shared/hooks/useHasInteracted'
import { lazyComponent } from '@/shared/loading/lazyComponent'
import { useChannel } from '../context'

const Popup = lazyComponent(() => import('./Popup'))

interface Props {
  isLinkable: (url: string) => boolean
}

/**
 * The channel's pop-up for the current path. Appears after the viewer first interacts with the page.
 *
 * A pop-up with `once` appears once, others once per visit.
 */
export const PopupDialog = observer(function PopupDialog({ isLinkable }: Props) {
  const channel = useChannel()
  const { pathname } = useLocation()
  const hasInteracted = useHasInteracted()
  const popup = channel.popupFor(pathname)
  // Skip a pop-up whose link has no screen on this site.
  if (!popup || !hasInteracted || (popup.action && !isLinkable(popup.action.url))) return null
  return (
    <Popup
      popup={popup}
      pathname={pathname}
      onClose={() => channel.dismiss(popup)}
      // The pop-up stays unread and appears the next time.
      onLoadError={() => undefined}
    />
  )
})
