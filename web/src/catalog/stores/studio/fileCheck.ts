/** What the browser can say about a file before it is sent. */
export type FileVerdict = 'video' | 'unknown' | 'not_video' | 'empty' | 'too_large'

const METADATA_TIMEOUT_MS = 4000
const OTHER_TYPES = /^(image|text|font)\/|^application\/(pdf|zip|json|msword|vnd\.)|-(zip|rar|tar)|compressed/
const OTHER_SUFFIXES =
  /\.(7z|bmp|csv|docx?|gif|gz|heic|html?|jpe?g|json|key|numbers|pages|pdf|png|pptx?|rar|rtf|svg|tar|tiff?|txt|webp|xlsx?|xml|zip)$/i

/** Return the verdict that needs no look into the file. The server reads more formats than a browser. */
export function checkName(file: File, maxBytes: number): FileVerdict {
  if (OTHER_TYPES.test(file.type) || OTHER_SUFFIXES.test(file.name)) return 'not_video'
  if (!file.size) return 'empty'
  return file.size > maxBytes ? 'too_large' : 'video'
}

/** Return whether the browser can read the file as a video. It may be one even if the browser cannot. */
export function isPlayable(file: File): Promise<boolean> {
  const url = URL.createObjectURL(file)
  const video = document.createElement('video')
  return new Promise<boolean>(resolve => {
    const timer = setTimeout(() => resolve(false), METADATA_TIMEOUT_MS)
    const settle = (playable: boolean) => {
      clearTimeout(timer)
      resolve(playable)
    }
    video.preload = 'metadata'
    video.onloadedmetadata = () => settle(video.videoWidth > 0)
    video.onerror = () => settle(false)
    video.src = url
  }).finally(() => {
    video.removeAttribute('src')
    URL.revokeObjectURL(url)
  })
}
