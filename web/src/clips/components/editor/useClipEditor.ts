import { type KeyboardEvent, useEffect, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import { loadFrames, type PlayerController, type StoryboardFrame } from '@/shared/player'
import { shortcutKey } from '@/shared/shortcutKey'
import type { ClipEditorStore, EditorParams } from '../../stores/ClipEditorStore'
import type { Storyboard } from './ThumbnailStrip'

/** What the address asks for: a moment of the game, or a clip that is cut anew. */
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

/** The player of the editor: what it shows is followed, and what is chosen plays over and over. */
export function useClipEditor(store: ClipEditorStore, params: EditorParams) {
  const [player, setPlayer] = useState<PlayerController | null>(null)
  const [loops, setLoops] = useState(true)
  const { start, end, isInitialized: placed } = store.range

  useEffect(() => {
    store.attach(player, params)
    if (!player) return
    let frame = 0
    const look = () => {
      store.syncWithPlayer()
      cancelAnimationFrame(frame)
      if (!player.paused) frame = requestAnimationFrame(look)
    }
    const leave = player.onTimeChange(look)
    return () => {
      leave()
      cancelAnimationFrame(frame)
      store.attach(null, params)
    }
  }, [store, player, params])

  useEffect(() => {
    player?.loop(loops && placed ? { from: start, to: end } : null)
  }, [player, loops, placed, start, end])

  return { player, setPlayer, loops, toggleLoop: () => setLoops(!loops) }
}

/** The pictures of a storyboard with their sheets, once they are there. */
export function useStoryboard(url: string | null): Storyboard {
  const [board, setBoard] = useState<Storyboard>(EMPTY_STORYBOARD)
  useEffect(() => {
    setBoard(EMPTY_STORYBOARD)
    if (!url) return
    const stop = new AbortController()
    loadFrames(url, stop.signal)
      .then(async frames => ({ frames, sheets: await loadSheetSizes(frames) }))
      .then(
        found => stop.signal.aborted || setBoard(found),
        () => undefined, // a strip without pictures is ruled
      )
    return () => stop.abort()
  }, [url])
  return board
}

const EMPTY_STORYBOARD: Storyboard = { frames: [], sheets: new Map() }

/** How large each sheet is: its last row may be empty. */
async function loadSheetSizes(frames: readonly StoryboardFrame[]): Promise<Storyboard['sheets']> {
  const names = [...new Set(frames.map(({ text }) => text))]
  return new Map(
    await Promise.all(
      names.map(async name => {
        const sheet = new Image()
        sheet.src = name
        await sheet.decode()
        return [name, { w: sheet.naturalWidth, h: sheet.naturalHeight }] as const
      }),
    ),
  )
}

/** The keys of the editor, while the focus is in its picture, its strip or its buttons (WCAG 2.1.4). */
export function editorKeyHandler(store: ClipEditorStore, player: PlayerController | null) {
  return (event: KeyboardEvent) => {
    const { key, target } = event
    if (event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) return
    // Space presses the button that has the focus; the handles have no press.
    if (key === ' ' && (target as Element).closest('button:not([role=slider]), a')) return
    const act = {
      i: () => store.markEnd('start'),
      o: () => store.markEnd('end'),
      ',': () => player?.step(-1),
      '.': () => player?.step(1),
      ' ': () => store.preview(),
    }[shortcutKey(event)]
    if (!act) return
    event.preventDefault()
    act()
  }
}
