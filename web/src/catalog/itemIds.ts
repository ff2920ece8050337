const ids = new WeakMap<object, string>()
let count = 0

/** Return the id of an item of a list while it is edited. Unlike its name, it never changes. */
export function itemId(item: object): string {
  const id = ids.get(item) ?? `item-${++count}`
  ids.set(item, id)
  return id
}

/** Return the new version of an item, with the id of the old one. */
export function keepItemId<Item extends object>(before: Item, after: Item): Item {
  ids.set(after, itemId(before))
  return after
}
