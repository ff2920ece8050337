import { Dialog as Base } from '@base-ui/react/dialog'
import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { cx } from './cx'
import { IconButton } from './IconButton'
import './Dialog.css'

interface Props {
  open: boolean
  onClose: () => void
  title: ReactNode
  description?: ReactNode
  children?: ReactNode
  actions?: ReactNode
  /** `sheet` opens from the lower edge of a phone. */
  kind?: 'dialog' | 'sheet'
  /** Whether it is wide enough for a picture beside its controls. */
  wide?: boolean
  /** Returns the element to focus after closing, if the opening element no longer exists. Null if it does. */
  finalFocus?: () => HTMLElement | null
}

/**
 * A modal dialog. It keeps the focus inside and returns it afterwards. Escape and a press outside close it.
 *
 * Import it lazily: it is not part of the first page's code.
 */
export function Dialog({
  open,
  onClose,
  title,
  description,
  children,
  actions,
  kind = 'dialog',
  wide,
  finalFocus,
}: Props) {
  const { t } = useLingui()
  return (
    <Base.Root open={open} onOpenChange={isOpen => isOpen || onClose()}>
      <Base.Portal>
        <Base.Backdrop className="backdrop" />
        <Base.Popup
          className={kind === 'sheet' ? 'sheet' : cx('dialog', wide && 'dialog--wide')}
          finalFocus={finalFocus}
        >
          <div className="dialog__head">
            <Base.Title className="display h3">{title}</Base.Title>
            <Base.Close render={<IconButton icon="close" label={t`Close`} />} />
          </div>
          {description ? <Base.Description className="muted">{description}</Base.Description> : null}
          {children}
          {actions ? <div className="actions dialog__actions">{actions}</div> : null}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
