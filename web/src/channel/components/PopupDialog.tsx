import { observer } from 'mobx-react-lite'
import { lazy, Suspense } from 'react'
import { useLocation } from 'react-router'
import { LinkButton } from '@/shared/ui/Button'
import { Prose } from '@/shared/ui/Prose'
import { useChannel } from '../context'

const Dialog = lazy(() => import('@/shared/ui/Dialog').then(module => ({ default: module.Dialog })))

interface Props {
  leadsSomewhere: (url: string) => boolean
}

/** The channel's pop-up for this address: once, where it says so; else once a visit. */
export const PopupDialog = observer(function PopupDialog({ leadsSomewhere }: Props) {
  const channel = useChannel()
  const { pathname } = useLocation()
  const popup = channel.popupFor(pathname)
  // An invitation to a door that is not there stays unsaid.
  if (!popup || (popup.action && !leadsSomewhere(popup.action.url))) return null
  const close = () => channel.dismiss(popup)
  const { action } = popup
  return (
    <Suspense>
      <Dialog
        open
        onClose={close}
        title={popup.title}
        actions={
          action && action.url !== pathname ? (
            <LinkButton kind="primary" to={action.url} onClick={close}>
              {action.label}
            </LinkButton>
          ) : null
        }
      >
        <Prose html={popup.html} />
      </Dialog>
    </Suspense>
  )
})
