import { useMediaQuery } from './useMediaQuery'

/** Return whether the viewer prefers reduced motion. Automatic movement then stops. */
export const useReducedMotion = () => useMediaQuery('(prefers-reduced-motion: reduce)')
