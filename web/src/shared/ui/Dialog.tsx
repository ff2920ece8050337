import { Dialog as Base } from '@base-ui/react/dialog'
import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { IconButton } from './IconButton'
import './Dialog.css'

interface Props {
  open: boolean
  onClose: () => void
  title: ReactNode
  description?: ReactNode
  children?: ReactNode
  actions?: ReactNode
  /** `sheet` comes up from the lower edge of a phone. */
  kind?: 'dialog' | 'sheet'
  /** Where the focus goes at the end, where what opened it is gone by then; null while it is there. */
  returnTo?: () => HTMLElement | null
}

/**
 * What has to be answered before going on. Focus stays inside and returns where it came from;
 * Escape and a press beside it close it. Load it when needed: it is not part of the first page.
 */
export function Dialog({
  open,
  onClose,
  title,
  description,
  children,
  actions,
  kind = 'dialog',
  returnTo,
}: Props) {
  const { t } = useLingui()
  return (
    <Base.Root open={open} onOpenChange={next => next || onClose()}>
      <Base.Portal>
        <Base.Backdrop className="backdrop" />
        <Base.Popup className={kind === 'sheet' ? 'sheet' : 'dialog'} finalFocus={returnTo}>
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
