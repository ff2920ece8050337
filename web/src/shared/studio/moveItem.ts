/** Return a list with one item at another place. */
export function moveItem<Item>(items: readonly Item[], from: number, to: number): readonly Item[] {
  const others = items.filter((_, index) => index !== from)
  return [...others.slice(0, to), items[from] as Item, ...others.slice(to)]
}
