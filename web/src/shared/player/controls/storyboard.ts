import { parseStoryboard, type StoryboardFrame } from '../captions/vtt'

/** What Plyr's preview plug-in reads. */
export interface Thumbnails {
  frames: StoryboardFrame[]
  width: number
  height: number
  urlPrefix: string
}

/** The pictures of a storyboard, in order; none where there is none to show. */
export async function loadFrames(url: string, signal?: AbortSignal): Promise<StoryboardFrame[]> {
  try {
    const answer = await fetch(url, { signal })
    return answer.ok ? parseStoryboard(await answer.text(), answer.url || url) : []
  } catch {
    return []
  }
}

/** Loads a storyboard; null when there is none to show, because a preview is a comfort and no more. */
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
