/** Save a file to the viewer's downloads. The file has no server URL, so no URL contains the API key. */
export function saveBlob(content: Blob, name: string): void {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser starts to read the file before the next task.
  setTimeout(() => URL.revokeObjectURL(url))
}
