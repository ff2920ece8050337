import { Toast as Base } from '@base-ui/react/toast'
import { useLingui } from '@lingui/react/macro'
import { reaction } from 'mobx'
import { useEffect } from 'react'
import type { Toast, ToastStore } from '@/shared/notices/ToastStore'
import { Button } from './Button'
import { Icon, type IconName } from './Icon'
import { IconButton } from './IconButton'
import './Toast.css'

const TOAST_ICONS: Record<Toast['type'], IconName> = { success: 'check', error: 'alert', info: 'info' }

/**
 * The toasts at the lower edge. Their timers pause on hover and focus.
 *
 * Screen readers announce them politely. This code loads with the first toast, to keep pages small.
 */
export default function Toasts({ store }: { store: ToastStore }) {
  return (
    <Base.Provider>
      <Base.Portal>
        <Base.Viewport className="toasts">
          <ToastList store={store} />
        </Base.Viewport>
      </Base.Portal>
    </Base.Provider>
  )
}

function ToastList({ store }: { store: ToastStore }) {
  const { t } = useLingui()
  const { toasts, add } = Base.useToastManager<Pick<Toast, 'actions'>>()

  useEffect(() => {
    const shownIds = new Set<number>()
    return reaction(
      () => store.toasts.slice(),
      currentToasts => {
        for (const { id, text, type, time, actions } of currentToasts.filter(
          toast => !shownIds.has(toast.id),
        )) {
          shownIds.add(id)
          const priority = type === 'error' ? 'high' : 'low'
          add({
            title: text,
            type,
            timeout: time,
            priority,
            data: { actions },
            onClose: () => store.close(id),
          })
        }
      },
      { fireImmediately: true },
    )
  }, [store, add])

  return toasts.map(toast => (
    <Base.Root
      key={toast.id}
      toast={toast}
      className={`toast toast--${toast.type}`}
      style={{ '--time': `${toast.timeout}ms` } as React.CSSProperties}
    >
      <Base.Content className="toast__inner">
        <Icon name={TOAST_ICONS[toast.type as Toast['type']]} className="toast__icon" />
        <Base.Title render={<p />} />
        <Base.Close render={<IconButton icon="close" label={t`Close`} small />} />
        {toast.data?.actions ? (
          <div className="toast__actions">
            {toast.data.actions.map(({ label, onClick }) => (
              <Base.Close key={label} render={<Button size="s" onClick={onClick} />}>
                {label}
              </Base.Close>
            ))}
          </div>
        ) : null}
      </Base.Content>
    </Base.Root>
  ))
}
