import { observer } from 'mobx-react-lite'
import { useLocation } from 'react-router'
import { useHasInteracted } from '@/shared/hooks/useHasInteracted'
import { lazyComponent } from '@/shared/loading/lazyComponent'
import { useChannel } from '../context'

const Popup = lazyComponent(() => import('./Popup'))

interface Props {
  isLinkable: (url: string) => boolean
}

/** The channel's pop-up for this address, once somebody is there to read it: once, where it says so; else once a visit. */
export const PopupDialog = observer(function PopupDialog({ isLinkable: leadsSomewhere }: Props) {
  const channel = useChannel()
  const { pathname } = useLocation()
  const here = useHasInteracted()
  const popup = channel.popupFor(pathname)
  // An invitation to a door that is not there stays unsaid.
  if (!popup || !here || (popup.action && !leadsSomewhere(popup.action.url))) return null
  return (
    <Popup
      popup={popup}
      pathname={pathname}
      onClose={() => channel.dismiss(popup)}
      // Nobody has read it.
      onLoadError={() => undefined}
    />
  )
})
