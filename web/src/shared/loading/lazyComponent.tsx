import {
  type ComponentType,
  createContext,
  type ReactNode,
  startTransition,
  use,
  useEffect,
  useState,
} from 'react'
import { loadChunk } from './loadChunk'

export type ComponentModule<Props> = { default: ComponentType<Props> }

/** A component that comes as a chunk of its own; `preload` fetches it before it is shown. */
export type LazyComponent<Props> = ComponentType<Props & LazyProps> & { preload(): Promise<void> }

interface LazyProps {
  /**
   * It did not come: what was to open is closed, so that it can be pressed again. Dialogs do without where `onClose`
   * is no more than that.
   */
  onLoadError?: () => void
}

interface LazyOptions<Props> {
  /** What stands in its place until it is there; nothing where nothing is said. */
  fallback?: (props: Props) => ReactNode
  /** What does not come is thrown to the boundary around it, and not told: the page is nothing without it. */
  rethrow?: boolean
}

/** Hears of a part that did not come; the app tells the viewer. */
export const LoadErrorContext = createContext<(error: unknown) => void>(() => undefined)

/**
 * A component that is loaded when it is shown, and given up after 120 s; one that is there already is shown at once.
 *
 * In the place of React's `lazy` and `Suspense`, for two reasons. React shows what has come up to 300 ms later, by a
 * timer, and Chromium 156 was seen to lose timers of a page that had just been loaded: its place stayed empty. And
 * what does not come would be thrown, which took all of the page away where somebody offline pressed a button, and
 * would never be asked for again: here it is with the next press, and once there is a connection.
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentModule<Props>>,
  { fallback: instead = () => null, rethrow: aloud = false }: LazyOptions<Props> = {},
): LazyComponent<Props> {
  let loading: Promise<ComponentType<Props>> | null = null
  let there: ComponentType<Props> | null = null
  const loadOnce = () => {
    loading ??= loadChunk(load).then(
      loaded => {
        there = loaded.default
        return there
      },
      error => {
        loading = null
        throw error
      },
    )
    return loading
  }

  function Later({ onLoadError: onLost, ...props }: Props & LazyProps) {
    const tell = use(LoadErrorContext)
    // Kept in a state: what is shown must not become another component.
    const [Shown, show] = useState(() => there)
    const [lost, lose] = useState<{ error: unknown } | null>(null)
    const own = props as unknown as Props & { onClose?: () => void }
    const close = onLost ?? own.onClose

    useEffect(() => {
      if (Shown) return undefined
      let awaited = true
      const ask = () =>
        loadOnce().then(
          // In small steps: it may be a whole screen.
          loaded => awaited && startTransition(() => show(() => loaded)),
          error => {
            if (!awaited) return
            lose({ error })
            if (!aloud) tell(error)
            close?.()
          },
        )
      void ask()
      addEventListener('online', ask)
      return () => {
        awaited = false
        removeEventListener('online', ask)
      }
    }, [Shown])

    if (Shown) return <Shown {...own} />
    if (!lost) return instead(own)
    if (aloud) throw lost.error
    return null
  }

  const nothing = () => undefined
  return Object.assign(Later, { preload: () => loadOnce().then(nothing, nothing) })
}
