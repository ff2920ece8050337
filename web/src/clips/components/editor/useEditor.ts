import { type KeyboardEvent, useEffect, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { PlayerController } from '@/shared/player'
import { loadFrames, type StoryboardFrame } from '@/shared/player'
import type { ClipEditorStore, Wish } from '../../stores/ClipEditorStore'

/** What the address asks for: a moment of the game, or a clip that is cut anew. */
export function useWish(): Wish {
  const [search] = useSearchParams()
  const [at, instant, clip] = ['at', 'instant', 'clip'].map(name => numberFrom(search.get(name)))
  return useMemo(
    () => ({ at: at ?? null, instant: instant ?? null, clip: clip ?? null }),
    [at, instant, clip],
  )
}

function numberFrom(text: string | null): number | null {
  return text !== null && /^\d{1,15}(\.\d+)?$/.test(text) ? Number(text) : null
}

/** The player of the editor: what it shows is followed, and what is chosen plays over and over. */
export function useEditor(store: ClipEditorStore, wish: Wish) {
  const [player, setPlayer] = useState<PlayerController | null>(null)
  const [loops, setLoops] = useState(true)
  const { start, end, placed } = store.range

  useEffect(() => {
    store.attach(player, wish)
    if (!player) return
    let frame = 0
    const look = () => {
      store.look()
      cancelAnimationFrame(frame)
      if (!player.paused) frame = requestAnimationFrame(look)
    }
    const leave = player.follow(look)
    return () => {
      leave()
      cancelAnimationFrame(frame)
      store.attach(null, wish)
    }
  }, [store, player, wish])

  useEffect(() => {
    player?.loop(loops && placed ? { from: start, to: end } : null)
  }, [player, loops, placed, start, end])

  return { player, setPlayer, loops, toggleLoop: () => setLoops(!loops) }
}

/** The pictures of a storyboard once they are there. */
export function useFrames(url: string | null): readonly StoryboardFrame[] {
  const [frames, setFrames] = useState<readonly StoryboardFrame[]>([])
  useEffect(() => {
    setFrames([])
    if (!url) return
    const stop = new AbortController()
    loadFrames(url, stop.signal).then(found => stop.signal.aborted || setFrames(found))
    return () => stop.abort()
  }, [url])
  return frames
}

/** The keys of the editor, while the focus is in its picture, its strip or its buttons (WCAG 2.1.4). */
export function keysOf(store: ClipEditorStore, player: PlayerController | null) {
  return (event: KeyboardEvent) => {
    const { key, target } = event
    if (event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) return
    // Space presses the button that has the focus; the handles have no press.
    if (key === ' ' && (target as Element).closest('button:not([role=slider]), a')) return
    const act = {
      i: () => store.mark('start'),
      o: () => store.mark('end'),
      ',': () => player?.step(-1),
      '.': () => player?.step(1),
      ' ': () => store.preview(),
    }[key.toLowerCase()]
    if (!act) return
    event.preventDefault()
    act()
  }
}
