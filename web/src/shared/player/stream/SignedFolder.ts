const folderOf = (url: string) => url.slice(0, url.lastIndexOf('/') + 1)
const nameOf = (folder: string) => folder.split('/').at(-2)

/**
 * The signed folder of a stream. The path contains the signature, before the name of the playlist. After a
 * renewal, every request uses the new signature: nothing reloads and playback does not stop.
 */
export class SignedFolder {
  private readonly knownFolders: string[] = []
  private current = ''

  /** Use the signature of `url` for later requests. */
  renew(url: string): void {
    this.current = folderOf(url)
    this.knownFolders.push(this.current)
  }

  /** Return whether `url` is in the same folder, with any signature. */
  contains(url: string): boolean {
    return nameOf(folderOf(url)) === nameOf(this.current)
  }

  /** Return whether `url` has an older signature than the newest one. */
  isOld(url: string): boolean {
    return this.sign(url) !== url
  }

  /** Return the URL with the newest signature. */
  sign(url: string): string {
    const oldFolder = this.knownFolders.findLast(folder => url.startsWith(folder))
    return oldFolder ? this.current + url.slice(oldFolder.length) : url
  }
}
