import { useLayoutEffect, useRef } from 'react'
import { shortcutKey } from '@/shared/shortcutKey'

/** What each key does, by the names of `shortcutKey`. Space is `' '`. */
export type Shortcuts = Readonly<Record<string, () => void>>

const TYPING = 'input, textarea, select, [role="dialog"], [role="dialog"] *'

/**
 * Call the action of a pressed key. Space always works the clock, also on a button that a press has left focused:
 * Enter presses that button. Text fields and dialogs keep their keys.
 */
export function useShortcuts(shortcuts: Shortcuts, isActive: boolean): void {
  const latest = useRef(shortcuts)
  latest.current = shortcuts
  // Before the page is painted: a key that is pressed when the buttons appear must not be lost.
  useLayoutEffect(() => {
    if (!isActive) return
    const onKey = (event: KeyboardEvent) => {
      const isTyping = event.target instanceof Element && event.target.matches(TYPING)
      if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || isTyping) return
      const run = latest.current[shortcutKey(event)]
      if (!run) return
      event.preventDefault()
      run()
    }
    // A button presses itself when Space is released.
    const onKeyUp = (event: KeyboardEvent) => {
      const isButton = event.target instanceof Element && event.target.matches('button')
      if (event.key === ' ' && isButton && latest.current[' ']) event.preventDefault()
    }
    document.addEventListener('keydown', onKey)
    document.addEventListener('keyup', onKeyUp)
    return () => {
      document.removeEventListener('keydown', onKey)
      document.removeEventListener('keyup', onKeyUp)
    }
  }, [isActive])
}
