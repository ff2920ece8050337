import { Trans, useLingui } from '@lingui/react/macro'
import { useId, useState } from 'react'
import { Button } from '@/shared/ui/Button'
import { RemovableChip } from '@/shared/ui/Chips'
import { Icon } from '@/shared/ui/Icon'
import { MAX_TAG_LENGTH, MAX_TAGS } from '../../stores/ClipEditorStore'
import '@/shared/ui/Field.css'

interface Props {
  /** The tags that the channel or the page suggests. */
  suggested: readonly string[]
  chosen: readonly string[]
  error?: string
  onChange: (tags: readonly string[]) => void
}

/** A field for the tags of a clip: suggested tags and custom tags. */
export function TagPicker({ suggested, chosen, error, onChange }: Props) {
  const { t } = useLingui()
  const [customTag, setCustomTag] = useState('')
  const id = useId()
  const has = (tag: string) => chosen.some(other => isSameTag(other, tag))
  const isFull = chosen.length >= MAX_TAGS
  const toggle = (tag: string) => {
    if (has(tag)) onChange(chosen.filter(other => !isSameTag(other, tag)))
    else if (!isFull) onChange([...chosen, tag])
  }
  const addCustomTag = () => {
    const tag = customTag.trim().replace(/\s+/g, ' ')
    if (tag && !has(tag) && !isFull)
      onChange([...chosen, suggested.find(other => isSameTag(other, tag)) ?? tag])
    setCustomTag('')
  }
  const customTags = chosen.filter(tag => !suggested.some(other => isSameTag(other, tag)))
  return (
    <fieldset className="field tags" aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="label tags__label">
        <Trans>Tags</Trans>
      </legend>
      <div className="chips chips--wrap">
        {suggested.map(tag => (
          <button
            key={tag}
            type="button"
            className="chip tags__chip"
            aria-pressed={has(tag)}
            disabled={isFull && !has(tag)}
            onClick={() => toggle(tag)}
          >
            {tag}
          </button>
        ))}
        {customTags.map(tag => (
          <RemovableChip key={tag} label={t`Remove tag ${tag}`} onRemove={() => toggle(tag)}>
            {tag}
          </RemovableChip>
        ))}
      </div>
      <div className="tags__custom">
        <input
          className="input"
          aria-label={t`Custom tag`}
          placeholder={t`Custom tag`}
          value={customTag}
          maxLength={MAX_TAG_LENGTH}
          disabled={isFull}
          onChange={event => setCustomTag(event.target.value)}
          onKeyDown={event => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            addCustomTag()
          }}
        />
        <Button icon="plus" disabled={isFull || customTag.trim() === ''} onClick={addCustomTag}>
          <Trans>Add</Trans>
        </Button>
      </div>
      {error ? (
        <p className="error" id={`${id}-error`}>
          <Icon name="alert" />
          {error}
        </p>
      ) : null}
    </fieldset>
  )
}

const foldTag = (tag: string) =>
  tag
    .normalize('NFKC')
    .replace(/[\u2018\u2019\u02bb\u02bc\u2032]/g, "'")
    .toLocaleLowerCase()

const isSameTag = (first: string, second: string) => foldTag(first) === foldTag(second)
