import { LinkButton } from '@/shared/ui/Button'
import { Dialog } from '@/shared/ui/Dialog'
import { Prose } from '@/shared/ui/Prose'
import type { Popup as PopupContent } from '../model'

interface Props {
  popup: PopupContent
  pathname: string
  onClose: () => void
}

/** A pop-up of the channel: what it says, and the door it invites to. */
export default function Popup({ popup: { title, html, action }, pathname, onClose }: Props) {
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      actions={
        action && action.url !== pathname ? (
          <LinkButton kind="primary" to={action.url} onClick={onClose}>
            {action.label}
          </LinkButton>
        ) : null
      }
    >
      <Prose html={html} />
    </Dialog>
  )
}
