import { useLingui } from '@lingui/react/macro'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { HttpError } from '@/shared/http/errors'
import { useEngagement } from '../context'
import { type PendingToggle, savePendingToggle } from '../pendingToggle'
import { favoritesStore } from '../stores/FavoritesStore'
import type { OptimisticToggleStore, ToggleTarget } from '../stores/OptimisticToggleStore'
import { remindersStore } from '../stores/RemindersStore'

/** The state and the toggle of favorites or reminders. */
export interface ToggleActions {
  has(target: ToggleTarget): boolean
  /** Toggle the mark and return the new state. A visitor logs in first; then the press is applied. */
  toggle(target: ToggleTarget): Promise<boolean>
}

/** Return the state and the toggle of favorites. Use it in an observer. */
export function useFavorites(): ToggleActions {
  const { t } = useLingui()
  const store = useEngagement().resolve(favoritesStore)
  return useToggles(store, 'favorite', t`Your favorites could not be changed. Please try again.`)
}

/** Return the state and the toggle of reminders. Use it in an observer. */
export function useReminders(): ToggleActions {
  const { t } = useLingui()
  const store = useEngagement().resolve(remindersStore)
  return useToggles(store, 'reminder', t`The reminder could not be changed. Please try again.`)
}

/** Return the state and the toggle of score alerts. Use it in an observer, after `useReminders`. */
export function useScoreAlerts(): ToggleActions {
  const { t } = useLingui()
  const engagement = useEngagement()
  const { shell } = engagement
  const store = engagement.resolve(remindersStore)
  const navigate = useNavigate()
  const toggle = async (target: ToggleTarget) => {
    if (shell.viewer.id === null) {
      savePendingToggle(shell.storage, { mark: 'reminder', ...target })
      void navigate('/login')
      return false
    }
    const isOn = !store.hasScoreAlerts(target)
    try {
      await store.setScoreAlerts(target, isOn)
      return isOn
    } catch {
      shell.toasts.show(t`Score alerts could not be changed. Please try again.`, { type: 'error' })
      return !isOn
    }
  }
  return { has: target => store.hasScoreAlerts(target), toggle }
}

function useToggles<Row extends { id: number }>(
  store: OptimisticToggleStore<Row>,
  mark: PendingToggle['mark'],
  errorMessage: string,
): ToggleActions {
  const { shell } = useEngagement()
  const navigate = useNavigate()
  const { id: viewer } = shell.viewer
  useEffect(() => {
    if (viewer !== null) void store.load()
  }, [store, viewer])

  const logIn = ({ type, id }: ToggleTarget) => {
    savePendingToggle(shell.storage, { mark, type, id })
    void navigate('/login')
    return false
  }
  const toggle = async (target: ToggleTarget) => {
    if (viewer === null) return logIn(target)
    const marked = !store.has(target)
    try {
      await store.set(target, marked)
      return marked
    } catch (error) {
      // `user must be logged in`: the session has ended.
      if (error instanceof HttpError && error.status === 401) return logIn(target)
      shell.toasts.show(errorMessage, { type: 'error' })
      return !marked
    }
  }
  return { has: target => store.has(target), toggle }
}
