/** What stores may be told, each if it wants to hear it. */
export interface RegisteredStore {
  reset?: () => void
  refresh?: () => void
  languageChanged?: () => void
}

/** Stores whose code comes with the screens that need them: each is made when it is first asked for, then the same one. */
export class LazyStoreRegistry<Parts extends readonly unknown[]> {
  private readonly stores = new Map<unknown, RegisteredStore>()
  private readonly args: Parts

  /** `args` are what each of them is made with. */
  constructor(...parts: Parts) {
    this.args = parts
  }

  get<Store extends object>(make: (...parts: Parts) => Store): Store {
    const known = this.stores.get(make) ?? make(...this.args)
    this.stores.set(make, known)
    return known as Store
  }

  get all(): Iterable<RegisteredStore> {
    return this.stores.values()
  }
}
