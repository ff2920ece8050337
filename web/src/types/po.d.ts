/** A message catalog that Lingui's Vite plugin compiles. */
declare module '*.po' {
  import type { Messages } from '@lingui/core'
  export const messages: Messages
}
