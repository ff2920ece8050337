import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useState } from 'react'
import { useSentence } from '@/shared/http/sentences'
import { Button } from '@/shared/ui/Button'
import { Dialog } from '@/shared/ui/Dialog'
import { TextField } from '@/shared/ui/Field'
import { FormError } from '@/shared/ui/FormError'
import { useClips } from '../context'
import type { Clip } from '../model'
import { LONGEST_NAME } from '../stores/ClipEditorStore'
import { clipsBook } from '../stores/ClipsBook'
import { RenameStore } from '../stores/RenameStore'
import { TagPicker } from './editor/TagPicker'
import { useTags } from './editor/useTags'
import { useActs } from './useActs'

interface Props {
  clip: Clip
  onClose: () => void
}

/** Gives a clip another name and other tags. */
export const RenameDialog = observer(function RenameDialog({ clip, onClose }: Props) {
  const { t } = useLingui()
  const say = useSentence()
  const book = useClips().bring(clipsBook)
  const [store] = useState(() => new RenameStore(book, clip))
  const { form } = store
  const proposed = useTags(clip.event)
  const errorOf = (field: string) => {
    const sentence = form.errorOf(field)
    return sentence === undefined ? undefined : say(sentence)
  }
  const save = async () => {
    if (await store.save()) onClose()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t`Rename the clip`}
      actions={
        <>
          <Button onClick={onClose}>
            <Trans>Keep it as it is</Trans>
          </Button>
          <Button kind="primary" busy={form.busy} onClick={() => void save()}>
            <Trans>Save</Trans>
          </Button>
        </>
      }
    >
      <TextField
        label={t`Name`}
        value={form.values.name}
        maxLength={LONGEST_NAME}
        error={errorOf('name')}
        onChange={event => form.change('name', event.target.value)}
      />
      <TagPicker
        proposed={proposed}
        chosen={form.values.tags}
        error={errorOf('tags')}
        onChange={tags => form.change('tags', tags)}
      />
      <FormError sentence={form.refusal === null ? null : say(form.refusal)} />
    </Dialog>
  )
})

/** Asks before a clip is deleted. */
export const DeleteDialog = observer(function DeleteDialog({ clip, onClose }: Props) {
  const { t } = useLingui()
  const acts = useActs()
  const { name } = clip
  const remove = async () => {
    if (await acts.remove(clip)) onClose()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t`Delete ${name}?`}
      description={t`Its link stops working and its file is gone, for you and for everybody it was shared with.`}
      actions={
        <>
          <Button onClick={onClose}>
            <Trans>Keep it</Trans>
          </Button>
          <Button kind="danger" busy={acts.busy(clip) === 'delete'} onClick={() => void remove()}>
            <Trans>Delete</Trans>
          </Button>
        </>
      }
    />
  )
})
