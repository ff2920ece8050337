import { LinkButton } from '@/shared/ui/Button'
import { Dialog } from '@/shared/ui/Dialog'
import { Prose } from '@/shared/ui/Prose'
import type { Popup as PopupContent } from '../model'

interface Props {
  popup: PopupContent
  pathname: string
  onClose: () => void
}

/** The dialog of a channel's pop-up: its text, and a button with its link. */
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
