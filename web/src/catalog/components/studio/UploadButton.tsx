import { type ComponentProps, type ReactNode, type RefObject, useRef } from 'react'
import { Button } from '@/shared/ui/Button'

const PICTURES = '.svg,.png,.jpg,.jpeg,.webp,.avif,.gif'

interface Props {
  /** The accessible name of the file input. */
  label: string
  busy: boolean
  /** The extensions of the files. By default, those of pictures. */
  accept?: string
  icon?: ComponentProps<typeof Button>['icon']
  buttonRef?: RefObject<HTMLButtonElement | null>
  onFile: (file: File) => void
  children: ReactNode
}

/** A button that opens the choice of a file. */
export function UploadButton({ label, busy, accept = PICTURES, icon, buttonRef, onFile, children }: Props) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button ref={buttonRef} icon={icon} busy={busy} onClick={() => input.current?.click()}>
        {children}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept={accept}
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
