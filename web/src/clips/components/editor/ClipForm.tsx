import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useErrorMessage } from '@/shared/http/errorMessages'
import { Button } from '@/shared/ui/Button'
import { TextField } from '@/shared/ui/Field'
import { FormError } from '@/shared/ui/FormError'
import { Icon } from '@/shared/ui/Icon'
import { Progress } from '@/shared/ui/Progress'
import { useClips } from '../../context'
import {
  CLIP_TOO_LONG,
  type ClipEditorStore,
  MAX_NAME_LENGTH,
  RANGE_PAST_END,
} from '../../stores/ClipEditorStore'
import { formatTenths, MAX_CLIP_SECONDS } from '../../timeline'
import { TagPicker } from './TagPicker'
import { TimeStepper } from './TimeStepper'
import { useSuggestedTags } from './useSuggestedTags'
import '@/shared/ui/Panel.css'

/** The form of a clip: start, end, length, name, tags and the button that saves it. */
export const ClipForm = observer(function ClipForm({ store }: { store: ClipEditorStore }) {
  const { t } = useLingui()
  const getMessage = useErrorMessage()
  const { toasts } = useClips().shell
  const tags = useSuggestedTags(store.event)
  const { form, range, editedClip, remainingClips } = store
  const { name } = form.values
  const save = async () => {
    const saved = await store.save()
    if (saved?.isReplacedClipKept)
      toasts.show(t`The previous version of this clip could not be deleted. Delete it from My clips.`, {
        type: 'error',
      })
  }
  const errorOf = (field: string) => {
    const error = form.errorOf(field)
    return error === undefined ? undefined : getMessage(error)
  }
  const pastEndError = range.isPastEnd && !range.isTooLong ? getMessage(RANGE_PAST_END) : undefined
  const lengthError = range.isTooLong
    ? getMessage(CLIP_TOO_LONG)
    : pastEndError
      ? undefined
      : errorOf('duration')
  const nameLength = name.length
  return (
    <form
      className="panel stack stack--6 editor__form"
      noValidate
      onSubmit={event => {
        event.preventDefault()
        void save()
      }}
    >
      <div className="editor__times">
        <TimeStepper store={store} edge="start" error={errorOf('start_time')} />
        <TimeStepper store={store} edge="end" error={pastEndError} />
      </div>
      <div className="stack stack--2">
        <div className="spread">
          <span className="editor__label">
            <Trans>Length</Trans>
          </span>
          <output className="display editor__length">{formatTenths(range.length)}</output>
        </div>
        <Progress round label={t`Length`} value={(100 * range.length) / MAX_CLIP_SECONDS} />
        {/* Screen readers announce the error when the length changes, wherever the focus is. */}
        <div role="status">
          {lengthError ? (
            <p className="error">
              <Icon name="alert" />
              {lengthError}
            </p>
          ) : (
            <p className="hint">
              <Trans>Up to 5 minutes</Trans>
            </p>
          )}
        </div>
      </div>
      <TextField
        label={t`Name`}
        value={name}
        maxLength={MAX_NAME_LENGTH}
        hint={t`${nameLength} of ${MAX_NAME_LENGTH}`}
        error={errorOf('name')}
        onChange={event => form.change('name', event.target.value)}
      />
      <TagPicker
        suggested={tags}
        chosen={form.values.tags}
        error={errorOf('tags')}
        onChange={chosen => form.change('tags', chosen)}
      />
      <div className="stack stack--2">
        <Button kind="primary" size="l" block icon="cut" submit busy={form.isBusy}>
          {editedClip ? <Trans>Save clip</Trans> : <Trans>Create clip</Trans>}
        </Button>
        {remainingClips === null ? null : (
          <p className="hint">
            <Plural
              value={remainingClips}
              _0="No clips left on your pass"
              one="# clip left on your pass"
              other="# clips left on your pass"
            />
          </p>
        )}
        <FormError message={form.errorMessage === null ? null : getMessage(form.errorMessage)} />
      </div>
    </form>
  )
})
