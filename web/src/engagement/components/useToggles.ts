import { useLingui } from '@lingui/react/macro'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { HttpError } from '@/shared/http/errors'
import { useEngagement } from '../context'
import { type PendingToggle, savePendingToggle } from '../pendingToggle'
import { favoritesStore } from '../stores/FavoritesStore'
import type { OptimisticToggleStore, ToggleTarget } from '../stores/OptimisticToggleStore'
import { remindersStore } from '../stores/RemindersStore'

export interface ToggleActions {
  has(thing: ToggleTarget): boolean
  /** Marks it or takes the mark away; whether it is marked then. A visitor is led to log in, and it is done after that. */
  toggle(thing: ToggleTarget): Promise<boolean>
}

/** Follows teams, schools and sports; for use in an observer. */
export function useFavorites(): ToggleActions {
  const { t } = useLingui()
  const store = useEngagement().resolve(favoritesStore)
  return useToggles(store, 'favorite', t`Your favorites could not be changed. Please try again.`)
}

/** Wants to be told when something goes live; for use in an observer. */
export function useReminders(): ToggleActions {
  const { t } = useLingui()
  const store = useEngagement().resolve(remindersStore)
  return useToggles(store, 'reminder', t`The reminder could not be changed. Please try again.`)
}

function useToggles<Row extends { id: number }>(
  store: OptimisticToggleStore<Row>,
  mark: PendingToggle['mark'],
  failed: string,
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
  const toggle = async (thing: ToggleTarget) => {
    if (viewer === null) return logIn(thing)
    const marked = !store.has(thing)
    try {
      await store.set(thing, marked)
      return marked
    } catch (error) {
      // `user must be logged in`: the session ended meanwhile.
      if (error instanceof HttpError && error.status === 401) return logIn(thing)
      shell.toasts.show(failed, { type: 'error' })
      return !marked
    }
  }
  return { has: thing => store.has(thing), toggle }
}
