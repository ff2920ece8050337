import { useState } from 'react'
import type { BrowserStorage } from '@/shared/storage/storage'

/** Whether the player takes the whole width, as this viewer chose it last; and the way to change it. */
export function useTheatre(storage: BrowserStorage): [boolean, () => void] {
  const name = 'theatre'
  const [theatre, setTheatre] = useState(() => storage.get(name) === true)
  const toggle = () => {
    setTheatre(!theatre)
    storage.set(name, !theatre)
  }
  return [theatre, toggle]
}
