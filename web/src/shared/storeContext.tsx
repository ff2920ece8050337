import { createContext, type ReactNode, useContext } from 'react'

/**
 * The way from the page to a context's store: `[Provider, useStore]`.
 *
 * Each context makes its own pair, so that its screens need nothing from the app above them.
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
