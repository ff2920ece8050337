/**
 * Return the card fields of one form, from the frames of the page.
 *
 * A field exposes itself as `window.cardField`. Browsers give access only to frames of the same origin. The page and
 * other frames get a SecurityError, so a card number never leaves this origin.
 */
export function fieldsOf(group) {
  const fields = []
  for (let index = 0; index < parent.length; index++) {
    try {
      if (parent[index].cardField?.group === group) fields.push(parent[index].cardField)
    } catch {
      // A frame of another origin.
    }
  }
  return fields
}
