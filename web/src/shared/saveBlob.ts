/** Puts a file into the viewer's downloads. It never had an address, so no key stands in one. */
export function saveBlob(content: Blob, name: string): void {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser has begun to read by the next turn.
  setTimeout(() => URL.revokeObjectURL(url))
}
