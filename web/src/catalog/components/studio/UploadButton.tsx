import { type ComponentProps, type ReactNode, type RefObject, useRef } from 'react'
import { Button } from '@/shared/ui/Button'

const ACCEPTED = '.svg,.png,.jpg,.jpeg,.webp,.avif,.gif'

interface Props {
  /** The accessible name of the file input. */
  label: string
  busy: boolean
  kind?: ComponentProps<typeof Button>['kind']
  buttonRef?: RefObject<HTMLButtonElement | null>
  onFile: (file: File) => void
  children: ReactNode
}

/** A button that opens the choice of a picture. */
export function UploadButton({ label, busy, kind, buttonRef, onFile, children }: Props) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button ref={buttonRef} kind={kind} busy={busy} onClick={() => input.current?.click()}>
        {children}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept={ACCEPTED}
        aria-label={label}
        onChange={({ target }) => {
          const [file] = target.files ?? []
          target.value = ''
          if (file) onFile(file)
        }}
      />
    </>
  )
}
