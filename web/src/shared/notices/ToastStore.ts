import { action, makeObservable, observable, observableShallow } from 'mobx'
import { TOAST_MS } from '@/shared/constants'

/** A button of a toast. */
export interface ToastAction {
  label: string
  onClick(): void
}

export interface Toast {
  id: number
  text: string
  type: 'success' | 'error' | 'info'
  /** How long the toast stays, in milliseconds. */
  time: number
  actions?: readonly ToastAction[]
}

/** Short messages at the edge of the page (§3: by default 5000 ms and type `info`). */
export class ToastStore {
  readonly toasts: Toast[] = []
  /** Whether a toast was shown yet. The component that shows toasts loads with the first one. */
  hasShown = false
  private lastId = 0

  constructor() {
    makeObservable(this, {
      toasts: observableShallow,
      hasShown: observable,
      show: action,
      close: action,
    })
  }

  /** Show a translated text. A text that is already visible is not shown twice. */
  show(text: string, options: Partial<Pick<Toast, 'type' | 'time' | 'actions'>> = {}): void {
    if (this.toasts.some(toast => toast.text === text)) return
    this.lastId += 1
    this.hasShown = true
    this.toasts.push({ id: this.lastId, text, type: 'info', time: TOAST_MS, ...options })
  }

  close(id: number): void {
    const index = this.toasts.findIndex(toast => toast.id === id)
    if (index >= 0) this.toasts.splice(index, 1)
  }
}
