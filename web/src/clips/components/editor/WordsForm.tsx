import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useSentence } from '@/shared/http/sentences'
import { Button } from '@/shared/ui/Button'
import { TextField } from '@/shared/ui/Field'
import { FormError } from '@/shared/ui/FormError'
import { Icon } from '@/shared/ui/Icon'
import { Progress } from '@/shared/ui/Progress'
import { useClips } from '../../context'
import { type ClipEditorStore, LONGEST_NAME, PAST_THE_END, TOO_LONG } from '../../stores/ClipEditorStore'
import { LONGEST, timeLabel } from '../../timeline'
import { Stepper } from './Stepper'
import { TagPicker } from './TagPicker'
import { useTags } from './useTags'
import '@/shared/ui/Panel.css'

/** From when to when, how long, its name and its tags; and the button that makes the clip. */
export const WordsForm = observer(function WordsForm({ store }: { store: ClipEditorStore }) {
  const { t } = useLingui()
  const say = useSentence()
  const { toasts } = useClips().shell
  const tags = useTags(store.event)
  const { form, range, edited, left } = store
  const { name } = form.values
  const save = async () => {
    const clip = await store.save()
    if (clip && store.oldStays)
      toasts.show(t`The clip before this one could not be deleted. You can delete it under your clips.`, {
        type: 'error',
      })
  }
  const errorOf = (field: string) => {
    const sentence = form.errorOf(field)
    return sentence === undefined ? undefined : say(sentence)
  }
  const pastEnd = range.isPastEnd && !range.isTooLong ? say(PAST_THE_END) : undefined
  const tooLong = range.isTooLong ? say(TOO_LONG) : pastEnd ? undefined : errorOf('duration')
  const written = name.length
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
        <Stepper store={store} side="start" error={errorOf('start_time')} />
        <Stepper store={store} side="end" error={pastEnd} />
      </div>
      <div className="stack stack--2">
        <div className="spread">
          <span className="editor__label">
            <Trans>Length</Trans>
          </span>
          <output className="display editor__length">{timeLabel(range.length)}</output>
        </div>
        <Progress round label={t`Length`} value={(100 * range.length) / LONGEST} />
        {/* It is said as the length changes, wherever the focus is. */}
        <div role="status">
          {tooLong ? (
            <p className="error">
              <Icon name="alert" />
              {tooLong}
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
        maxLength={LONGEST_NAME}
        hint={t`${written} of ${LONGEST_NAME}`}
        error={errorOf('name')}
        onChange={event => form.change('name', event.target.value)}
      />
      <TagPicker
        proposed={tags}
        chosen={form.values.tags}
        error={errorOf('tags')}
        onChange={chosen => form.change('tags', chosen)}
      />
      <div className="stack stack--2">
        <Button kind="primary" size="l" block icon="cut" submit busy={form.busy}>
          {edited ? <Trans>Save the clip</Trans> : <Trans>Make clip</Trans>}
        </Button>
        {left === null ? null : (
          <p className="hint">
            <Plural
              value={left}
              _0="No clip of your pass is left"
              one="# clip of your pass is left"
              other="# clips of your pass are left"
            />
          </p>
        )}
        <FormError sentence={form.refusal === null ? null : say(form.refusal)} />
      </div>
    </form>
  )
})
