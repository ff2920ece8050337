import { type KeyboardEvent, useEffect, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import { loadFrames, type PlayerController, type StoryboardFrame } from '@/shared/player'
import { shortcutKey } from '@/shared/shortcutKey'
import type { ClipEditorStore, EditorParams } from '../../stores/ClipEditorStore'
import type { Storyboard } from './ThumbnailStrip'

/** Return the parameters of the URL: a position in the event, or a clip to edit. */
export function useEditorParams(): EditorParams {
  const [search] = useSearchParams()
  const [at, instant, clip] = ['at', 'instant', 'clip'].map(name => parseNumber(search.get(name)))
  return useMemo(
    () => ({ at: at ?? null, instant: instant ?? null, clip: clip ?? null }),
    [at, instant, clip],
  )
}

function parseNumber(text: string | null): number | null {
  return text !== null && /^\d{1,15}(\.\d+)?$/.test(text) ? Number(text) : null
}

/** Connect the player and the store of the editor. The selected range plays in a loop. */
export function useClipEditor(store: ClipEditorStore, params: EditorParams) {
  const [player, setPlayer] = useState<PlayerController | null>(null)
  const [isLooping, setIsLooping] = useState(true)
  const { start, end, isInitialized } = store.range

  useEffect(() => {
    store.attach(player, params)
    if (!player) return
    let frame = 0
    const sync = () => {
      store.syncWithPlayer()
      cancelAnimationFrame(frame)
      if (!player.paused) frame = requestAnimationFrame(sync)
    }
    const unsubscribe = player.onTimeChange(sync)
    return () => {
      unsubscribe()
      cancelAnimationFrame(frame)
      store.attach(null, params)
    }
  }, [store, player, params])

  useEffect(() => {
    player?.loop(isLooping && isInitialized ? { from: start, to: end } : null)
  }, [player, isLooping, isInitialized, start, end])

  return { player, setPlayer, isLooping, toggleLoop: () => setIsLooping(!isLooping) }
}

/** Load the images of a storyboard. Return an empty storyboard while they load. */
export function useStoryboard(url: string | null): Storyboard {
  const [storyboard, setStoryboard] = useState<Storyboard>(EMPTY_STORYBOARD)
  useEffect(() => {
    setStoryboard(EMPTY_STORYBOARD)
    if (!url) return
    const controller = new AbortController()
    loadFrames(url, controller.signal)
      .then(async frames => ({ frames, sheets: await loadSheetSizes(frames) }))
      .then(
        result => controller.signal.aborted || setStoryboard(result),
        () => undefined, // Without images, the timeline is a plain strip.
      )
    return () => controller.abort()
  }, [url])
  return storyboard
}

const EMPTY_STORYBOARD: Storyboard = { frames: [], sheets: new Map() }

/** Return the size of each sheet. It is measured, because the last rows of a sheet may be missing. */
async function loadSheetSizes(frames: readonly StoryboardFrame[]): Promise<Storyboard['sheets']> {
  const urls = [...new Set(frames.map(({ text }) => text))]
  return new Map(
    await Promise.all(
      urls.map(async url => {
        const sheet = new Image()
        sheet.src = url
        await sheet.decode()
        return [url, { w: sheet.naturalWidth, h: sheet.naturalHeight }] as const
      }),
    ),
  )
}

/** Return the key handler of the editor. Keys need the focus in its player, timeline or toolbar (WCAG 2.1.4). */
export function editorKeyHandler(store: ClipEditorStore, player: PlayerController | null) {
  return (event: KeyboardEvent) => {
    const { key, target } = event
    if (event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) return
    // Space presses the focused button or link. Handles of the range have no press action.
    if (key === ' ' && (target as Element).closest('button:not([role=slider]), a')) return
    const action = {
      i: () => store.markEdge('start'),
      o: () => store.markEdge('end'),
      ',': () => player?.step(-1),
      '.': () => player?.step(1),
      ' ': () => store.preview(),
    }[shortcutKey(event)]
    if (!action) return
    event.preventDefault()
    action()
  }
}
