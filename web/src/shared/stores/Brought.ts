/** What stores may be told, each if it wants to hear it. */
export interface Kept {
  reset?: () => void
  refresh?: () => void
  languageChanged?: () => void
}

/** Stores whose code comes with the screens that need them: each is made when it is first asked for, then the same one. */
export class Brought<Parts extends readonly unknown[]> {
  private readonly kept = new Map<unknown, Kept>()
  private readonly parts: Parts

  /** `parts` are what each of them is made with. */
  constructor(...parts: Parts) {
    this.parts = parts
  }

  get<Store extends object>(make: (...parts: Parts) => Store): Store {
    const known = this.kept.get(make) ?? make(...this.parts)
    this.kept.set(make, known)
    return known as Store
  }

  get all(): Iterable<Kept> {
    return this.kept.values()
  }
}
