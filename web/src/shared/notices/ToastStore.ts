import { action, makeObservable, observable, observableShallow } from 'mobx'
import { TOAST_MS } from '@/shared/constants'

/** What can be done about what a toast says. */
export interface ToastAction {
  label: string
  press(): void
}

export interface Toast {
  id: number
  text: string
  type: 'success' | 'error' | 'info'
  /** How long it stays, in milliseconds. */
  time: number
  actions?: readonly ToastAction[]
}

/** Short messages at the edge of the page (§3: 5000 ms and `info` where nothing is said). */
export class ToastStore {
  readonly toasts: Toast[] = []
  /** Whether there was one yet: before that the page carries nothing to show them with. */
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

  /** Shows a sentence that is translated already. The same sentence does not stand there twice. */
  show(text: string, options: Partial<Pick<Toast, 'type' | 'time' | 'actions'>> = {}): void {
    if (this.toasts.some(toast => toast.text === text)) return
    this.lastId += 1
    this.hasShown = true
    this.toasts.push({ id: this.lastId, text, type: 'info', time: TOAST_MS, ...options })
  }

  close(id: number): void {
    const at = this.toasts.findIndex(toast => toast.id === id)
    if (at >= 0) this.toasts.splice(at, 1)
  }
}
