/** Return a value as text. Lists of texts are on one line; each part of a map, and each map of a list, has its own. */
export function formatValue(value: unknown): string {
  if (value === undefined || value === null || value === '') return '–'
  if (Array.isArray(value)) {
    const hasMaps = value.some(part => typeof part === 'object')
    return value.map(formatValue).join(hasMaps ? '\n\n' : ', ')
  }
  if (typeof value !== 'object') return String(value)
  return Object.entries(value)
    .map(([name, part]) => `${name}:${indent(formatValue(part))}`)
    .join('\n')
}

/** Return a text of several lines on its own lines, below a name. */
const indent = (text: string) => (text.includes('\n') ? `\n${text}`.replaceAll('\n', '\n  ') : ` ${text}`)

/** Return a value that the server has written as text: a list or a map is JSON. */
export function formatStoredText(text: string | null): string {
  if (!text || !'[{'.includes(text.charAt(0))) return formatValue(text)
  try {
    return formatValue(JSON.parse(text))
  } catch {
    return text // Such as Markdown that begins with a link.
  }
}
