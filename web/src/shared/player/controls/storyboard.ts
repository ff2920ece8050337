import { parseStoryboard, type StoryboardFrame } from '../captions/vtt'

/** The data of Plyr's preview thumbnails. */
export interface Thumbnails {
  frames: StoryboardFrame[]
  width: number
  height: number
  urlPrefix: string
}

/** Load the frames of a storyboard, in order. Return an empty list on an error. */
export async function loadFrames(url: string, signal?: AbortSignal): Promise<StoryboardFrame[]> {
  try {
    const response = await fetch(url, { signal })
    return response.ok ? parseStoryboard(await response.text(), response.url || url) : []
  } catch {
    return []
  }
}

/** Load a storyboard. Return null on an error, because previews are optional. */
export async function loadStoryboard(url: string): Promise<Thumbnails | null> {
  try {
    const frames = await loadFrames(url)
    const first = frames[0]
    if (!first) return null
    const sheet = new Image()
    sheet.src = first.text
    await sheet.decode()
    return { frames, width: sheet.naturalWidth, height: sheet.naturalHeight, urlPrefix: '' }
  } catch {
    return null
  }
}
