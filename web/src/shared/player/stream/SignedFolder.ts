const folderOf = (url: string) => url.slice(0, url.lastIndexOf('/') + 1)
const nameOf = (folder: string) => folder.split('/').at(-2)

/**
 * The signature stands in the path ahead of the playlist. When a fresh one comes, every later
 * request goes out under it: nothing is loaded again and the picture does not stop.
 */
export class SignedFolder {
  private readonly knownFolders: string[] = []
  private current = ''

  /** Later requests carry the signature of `url`. */
  renew(url: string): void {
    this.current = folderOf(url)
    this.knownFolders.push(this.current)
  }

  /** Whether `url` names the folder that is known, under whatever signature. */
  contains(url: string): boolean {
    return nameOf(folderOf(url)) === nameOf(this.current)
  }

  /** The address under the newest signature. */
  sign(url: string): string {
    const old = this.knownFolders.find(folder => url.startsWith(folder))
    return old ? this.current + url.slice(old.length) : url
  }
}
