import { useLingui } from '@lingui/react/macro'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { HttpError } from '@/shared/http/errors'
import { useEngagement } from '../context'
import { favoritesStore } from '../stores/FavoritesStore'
import type { Markable, Marks } from '../stores/Marks'
import { remindersStore } from '../stores/RemindersStore'
import { remember, type Wanted } from '../wanted'

export interface MarkTools {
  has(thing: Markable): boolean
  /** Marks it or takes the mark away; whether it is marked then. A visitor is led to log in, and it is done after that. */
  toggle(thing: Markable): Promise<boolean>
}

/** Follows teams, schools and sports; for use in an observer. */
export function useFavorites(): MarkTools {
  const { t } = useLingui()
  const store = useEngagement().bring(favoritesStore)
  return useMarks(store, 'favorite', t`Your favourites could not be changed. Please try again.`)
}

/** Wants to be told when something goes live; for use in an observer. */
export function useReminders(): MarkTools {
  const { t } = useLingui()
  const store = useEngagement().bring(remindersStore)
  return useMarks(store, 'reminder', t`The reminder could not be changed. Please try again.`)
}

function useMarks<Row extends { id: number }>(
  store: Marks<Row>,
  mark: Wanted['mark'],
  failed: string,
): MarkTools {
  const { shell } = useEngagement()
  const navigate = useNavigate()
  const { id: viewer } = shell.viewer
  useEffect(() => {
    if (viewer !== null) void store.load()
  }, [store, viewer])

  const logIn = ({ type, id }: Markable) => {
    remember(shell.storage, { mark, type, id })
    void navigate('/login')
    return false
  }
  const toggle = async (thing: Markable) => {
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
