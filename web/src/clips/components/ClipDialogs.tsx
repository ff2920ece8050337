import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useState } from 'react'
import { useErrorMessage } from '@/shared/http/errorMessages'
import { Button } from '@/shared/ui/Button'
import { Dialog } from '@/shared/ui/Dialog'
import { TextField } from '@/shared/ui/Field'
import { FormError } from '@/shared/ui/FormError'
import { useClips } from '../context'
import type { Clip } from '../model'
import { clipCacheStore } from '../stores/ClipCacheStore'
import { MAX_NAME_LENGTH } from '../stores/ClipEditorStore'
import { RenameStore } from '../stores/RenameStore'
import { TagPicker } from './editor/TagPicker'
import { useSuggestedTags } from './editor/useSuggestedTags'
import { useClipActions } from './useClipActions'

interface Props {
  clip: Clip
  onClose: () => void
}

/** The dialog that changes the name and the tags of a clip. */
export const RenameDialog = observer(function RenameDialog({ clip, onClose }: Props) {
  const { t } = useLingui()
  const getMessage = useErrorMessage()
  const cache = useClips().resolve(clipCacheStore)
  const [store] = useState(() => new RenameStore(cache, clip))
  const { form } = store
  const suggestedTags = useSuggestedTags(clip.event)
  const errorOf = (field: string) => {
    const sentence = form.errorOf(field)
    return sentence === undefined ? undefined : getMessage(sentence)
  }
  const save = async () => {
    if (await store.save()) onClose()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t`Rename clip`}
      actions={
        <>
          <Button onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button kind="primary" busy={form.isBusy} onClick={() => void save()}>
            <Trans>Save</Trans>
          </Button>
        </>
      }
    >
      <TextField
        label={t`Name`}
        value={form.values.name}
        maxLength={MAX_NAME_LENGTH}
        error={errorOf('name')}
        onChange={event => form.change('name', event.target.value)}
      />
      <TagPicker
        suggested={suggestedTags}
        chosen={form.values.tags}
        error={errorOf('tags')}
        onChange={tags => form.change('tags', tags)}
      />
      <FormError message={form.errorMessage === null ? null : getMessage(form.errorMessage)} />
    </Dialog>
  )
})

/** The dialog that confirms the deletion of a clip. */
export const DeleteDialog = observer(function DeleteDialog({ clip, onClose }: Props) {
  const { t } = useLingui()
  const actions = useClipActions()
  const { name } = clip
  const remove = async () => {
    if (await actions.remove(clip)) onClose()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t`Delete ${name}?`}
      description={t`The link will stop working and the file will be deleted for you and everyone you shared it with.`}
      actions={
        <>
          <Button onClick={onClose}>
            <Trans>Keep</Trans>
          </Button>
          <Button kind="danger" busy={actions.busy(clip) === 'delete'} onClick={() => void remove()}>
            <Trans>Delete</Trans>
          </Button>
        </>
      }
    />
  )
})
