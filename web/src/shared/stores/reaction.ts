import { Reaction } from 'mobx'

/**
 * Tells of what `look` answers, at once and whenever that changes, until the returned function is called.
 *
 * MobX's own `reaction` would stand in the part of MobX that every visit begins with; what this needs is there
 * for observers already.
 */
export function reaction<Value>(expression: () => Value, effect: (value: Value) => void): () => void {
  let last: { value: Value } | null = null
  const run = () => {
    let value!: Value
    mobxReaction.track(() => {
      value = expression()
    })
    if (last && Object.is(last.value, value)) return
    last = { value }
    effect(value)
  }
  const mobxReaction = new Reaction('reaction', run)
  run()
  return () => mobxReaction.dispose()
}
