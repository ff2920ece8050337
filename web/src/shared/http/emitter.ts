/** A few listeners to a few events; what an event carries is told by `Events`. */
export class Emitter<Events extends object> {
  private readonly listeners = new Map<keyof Events, Set<(event: never) => void>>()

  /** Listens until the returned function is called. */
  on<Name extends keyof Events>(name: Name, listener: (event: Events[Name]) => void): () => void {
    const set = this.listeners.get(name) ?? new Set()
    this.listeners.set(name, set.add(listener))
    return () => set.delete(listener)
  }

  emit<Name extends keyof Events>(name: Name, event: Events[Name]): void {
    for (const listener of [...(this.listeners.get(name) ?? [])]) listener(event as never)
  }
}
