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

/** A component that loads as a separate chunk. `preload` loads the chunk before the component renders. */
export type LazyComponent<Props> = ComponentType<Props & LazyProps> & { preload(): Promise<void> }

interface LazyProps {
  /**
   * Called when the component fails to load. It closes what was about to open, so that the viewer can press the button
   * again. Dialogs omit it if `onClose` does the same.
   */
  onLoadError?: () => void
}

interface LazyOptions<Props> {
  /** Shown while the component loads. The default shows nothing. */
  fallback?: (props: Props) => ReactNode
  /**
   * Throw a load error to the error boundary instead of reporting it. For components that the page cannot work
   * without.
   */
  rethrow?: boolean
}

/** Called when a component fails to load. The app shows a notice. */
export const LoadErrorContext = createContext<(error: unknown) => void>(() => undefined)

/**
 * Return a component that loads when it first renders, or shows at once if its chunk is loaded. Loading times out
 * after 120 s.
 *
 * It replaces React's `lazy` and `Suspense`, for two reasons. First, React shows a loaded component up to 300 ms
 * later, by a timer. Chromium 156 sometimes drops timers of a page that has just loaded, so the place stayed empty.
 * Second, React throws a load error and never retries. An offline viewer who pressed a button lost the whole page.
 * Here, the next press and a new connection both retry.
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentModule<Props>>,
  { fallback = () => null, rethrow = false }: LazyOptions<Props> = {},
): LazyComponent<Props> {
  let loading: Promise<ComponentType<Props>> | null = null
  let component: ComponentType<Props> | null = null
  const loadOnce = () => {
    loading ??= loadChunk(load).then(
      loaded => {
        component = loaded.default
        return component
      },
      error => {
        loading = null
        throw error
      },
    )
    return loading
  }

  function LazyWrapper({ onLoadError, ...props }: Props & LazyProps) {
    const reportLoadError = use(LoadErrorContext)
    // Keep the component in state: the rendered component must not change later.
    const [Component, setComponent] = useState(() => component)
    const [loadError, setLoadError] = useState<{ error: unknown } | null>(null)
    const componentProps = props as unknown as Props & { onClose?: () => void }
    const onError = onLoadError ?? componentProps.onClose

    useEffect(() => {
      if (Component) return undefined
      let isMounted = true
      const loadAndShow = () =>
        loadOnce().then(
          // Render in small steps: the component may be a whole screen.
          loaded => isMounted && startTransition(() => setComponent(() => loaded)),
          error => {
            if (!isMounted) return
            setLoadError({ error })
            if (!rethrow) reportLoadError(error)
            onError?.()
          },
        )
      void loadAndShow()
      addEventListener('online', loadAndShow)
      return () => {
        isMounted = false
        removeEventListener('online', loadAndShow)
      }
    }, [Component])

    if (Component) return <Component {...componentProps} />
    if (!loadError) return fallback(componentProps)
    if (rethrow) throw loadError.error
    return null
  }

  const ignoreResult = () => undefined
  return Object.assign(LazyWrapper, { preload: () => loadOnce().then(ignoreResult, ignoreResult) })
}
