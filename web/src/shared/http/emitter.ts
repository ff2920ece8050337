/** An event emitter. `Events` maps each event name to its payload. */
export class Emitter<Events extends object> {
  private readonly listeners = new Map<keyof Events, Set<(event: never) => void>>()

  /** Add a listener and return a function that removes it. */
  on<Name extends keyof Events>(name: Name, listener: (event: Events[Name]) => void): () => void {
    const set = this.listeners.get(name) ?? new Set()
    this.listeners.set(name, set.add(listener))
    return () => set.delete(listener)
  }

  emit<Name extends keyof Events>(name: Name, event: Events[Name]): void {
    for (const listener of [...(this.listeners.get(name) ?? [])]) listener(event as never)
  }
}
