import { useMediaQuery } from './useMediaQuery'

/** Whether the viewer asked for less motion; what moves by itself then stands still. */
export const useReducedMotion = () => useMediaQuery('(prefers-reduced-motion: reduce)')
