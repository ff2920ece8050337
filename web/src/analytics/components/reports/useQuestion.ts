import { useMemo } from 'react'
import type { Question } from '../../reports'
import { useStudio } from './studio'

/** The days that the page asks about; the same object until they change. */
export function useQuestion(): Question {
  const { from, to, compare } = useStudio().shown
  return useMemo(() => ({ from, to, compare }), [from, to, compare])
}
