import { Trans } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useState } from 'react'
import { lazyComponent } from '@/shared/loading/lazyComponent'
import { Button } from '@/shared/ui/Button'
import { useChannel } from '../../context'

const UndoDialog = lazyComponent(() => import('./UndoDialog'))

interface Props {
  revision: number
  /** Whether the revision merged two entries. */
  isMerge: boolean
  /** Called after the undo, which is an entry of the activity itself. */
  onDone: () => void
}

/** The button that opens the undo of a revision, for operators who may edit content. */
export const UndoButton = observer(function UndoButton({ revision, isMerge, onDone }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  const { viewer } = useChannel()
  if (!viewer.user?.studio?.permissions.includes('edit_content')) return null
  return (
    <div className="actions">
      <Button size="s" onClick={() => setIsOpen(true)}>
        <Trans>
          Undo <span className="sr-only">revision {revision}</span>
        </Trans>
      </Button>
      {isOpen ? (
        <UndoDialog
          revision={revision}
          isMerge={isMerge}
          onDone={() => {
            setIsOpen(false)
            onDone()
          }}
          onClose={() => setIsOpen(false)}
        />
      ) : null}
    </div>
  )
})
