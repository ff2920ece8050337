import { useState } from 'react'
import type { BrowserStorage } from '@/shared/storage/BrowserStorage'

/** Return whether the player uses the full width, and a function that toggles it. The browser stores the choice. */
export function useTheaterMode(storage: BrowserStorage): [boolean, () => void] {
  const name = 'theatre'
  const [isTheater, setIsTheater] = useState(() => storage.get(name) === true)
  const toggle = () => {
    setIsTheater(!isTheater)
    storage.set(name, !isTheater)
  }
  return [isTheater, toggle]
}
