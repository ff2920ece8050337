import { createContext, type ReactNode, useContext } from 'react'

/**
 * Return `[Provider, useStore]` for a context's store.
 *
 * Each context creates its own pair, so that its screens do not import from the app.
 */
export function storeContext<Store>(name: string) {
  const Context = createContext<Store | null>(null)
  const Provider = ({ store, children }: { store: Store; children: ReactNode }) => (
    <Context value={store}>{children}</Context>
  )
  const useStore = (): Store => {
    const store = useContext(Context)
    if (!store) throw new Error(`No ${name} store above this component`)
    return store
  }
  return [Provider, useStore] as const
}
