import { useState } from 'react'
import type { BrowserStorage } from '@/shared/storage/BrowserStorage'

/** Whether the player takes the whole width, as this viewer chose it last; and the way to change it. */
export function useTheaterMode(storage: BrowserStorage): [boolean, () => void] {
  const name = 'theatre'
  const [theatre, setTheatre] = useState(() => storage.get(name) === true)
  const toggle = () => {
    setTheatre(!theatre)
    storage.set(name, !theatre)
  }
  return [theatre, toggle]
}
