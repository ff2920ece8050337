const VARIANT = '#EXT-X-STREAM-INF:'

/** Return the URL of the audio-only variant of a master playlist, or null. */
export function findAudioOnly(master: string, url: string): string | null {
  const lines = master.split(/\r?\n/)
  const at = lines.findIndex(
    line => line.startsWith(VARIANT) && line.includes('CODECS="mp4a') && !line.includes('RESOLUTION='),
  )
  const uri = at < 0 ? undefined : lines[at + 1]
  return uri ? new URL(uri, new URL(url, document.baseURI)).href : null
}

/** Load a master playlist, and return the URL of its audio-only variant. Null without one, or after a failure. */
export async function loadAudioOnly(url: string): Promise<string | null> {
  try {
    const response = await fetch(url)
    return response.ok ? findAudioOnly(await response.text(), url) : null
  } catch {
    return null
  }
}
