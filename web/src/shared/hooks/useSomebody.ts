import { useEffect, useState } from 'react'
import { isSomebodyHere, whenSomebodyIsHere } from '@/shared/somebody'

/** Whether somebody is there, who has pressed, moved or typed something on this page. */
export function useSomebody(): boolean {
  const [here, setHere] = useState(isSomebodyHere)
  useEffect(() => (here ? undefined : whenSomebodyIsHere(() => setHere(true))), [here])
  return here
}
