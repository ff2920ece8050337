const folderOf = (url: string) => url.slice(0, url.lastIndexOf('/') + 1)
const nameOf = (folder: string) => folder.split('/').at(-2)

/**
 * The signature stands in the path ahead of the playlist. When a fresh one comes, every later
 * request goes out under it: nothing is loaded again and the picture does not stop.
 */
export class SignedFolder {
  private readonly known: string[] = []
  private current = ''

  /** Later requests carry the signature of `url`. */
  renew(url: string): void {
    this.current = folderOf(url)
    this.known.push(this.current)
  }

  /** Whether `url` names the folder that is known, under whatever signature. */
  holds(url: string): boolean {
    return nameOf(folderOf(url)) === nameOf(this.current)
  }

  /** The address under the newest signature. */
  sign(url: string): string {
    const old = this.known.find(folder => url.startsWith(folder))
    return old ? this.current + url.slice(old.length) : url
  }
}
