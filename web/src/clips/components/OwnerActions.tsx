import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useState } from 'react'
import { lazyComponent } from '@/shared/loading/lazyComponent'
import { Button } from '@/shared/ui/Button'
import type { Clip } from '../model'
import { useClipActions } from './useClipActions'

const RenameDialog = lazyComponent(async () => ({ default: (await import('./ClipDialogs')).RenameDialog }))
const DeleteDialog = lazyComponent(async () => ({ default: (await import('./ClipDialogs')).DeleteDialog }))

/** The actions of the owner of a clip: rename it, replace its link, delete it. */
export const OwnerActions = observer(function OwnerActions({ clip, size }: { clip: Clip; size?: 's' }) {
  const { t } = useLingui()
  const actions = useClipActions()
  const [dialog, setDialog] = useState<'rename' | 'delete' | null>(null)
  const close = () => setDialog(null)
  const { name } = clip
  return (
    <>
      <Button
        size={size}
        icon="edit"
        aria-label={t`Rename ${name}`}
        onPointerEnter={RenameDialog.preload}
        onClick={() => setDialog('rename')}
      >
        <Trans>Rename</Trans>
      </Button>
      <Button
        size={size}
        icon="lock"
        aria-label={t`New link for ${name}`}
        busy={actions.busy(clip) === 'unshare'}
        onClick={() => void actions.unshare(clip)}
      >
        <Trans>New link</Trans>
      </Button>
      <Button size={size} icon="x" aria-label={t`Delete ${name}`} onClick={() => setDialog('delete')}>
        <Trans>Delete</Trans>
      </Button>
      {dialog === 'rename' ? <RenameDialog clip={clip} onClose={close} /> : null}
      {dialog === 'delete' ? <DeleteDialog clip={clip} onClose={close} /> : null}
    </>
  )
})
