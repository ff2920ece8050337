import { Trans, useLingui } from '@lingui/react/macro'
import { useId, useState } from 'react'
import { Button } from '@/shared/ui/Button'
import { RemovableChip } from '@/shared/ui/Chips'
import { Icon } from '@/shared/ui/Icon'
import { MAX_TAG_LENGTH, MAX_TAGS } from '../../stores/ClipEditorStore'
import '@/shared/ui/Field.css'

interface Props {
  /** What the channel, or the page, proposes. */
  suggested: readonly string[]
  chosen: readonly string[]
  error?: string
  onChange: (tags: readonly string[]) => void
}

/** The tags of a clip: those that are proposed, and words of one's own. */
export function TagPicker({ suggested: proposed, chosen, error, onChange }: Props) {
  const { t } = useLingui()
  const [own, setOwn] = useState('')
  const id = useId()
  const has = (tag: string) => chosen.some(each => isSameTag(each, tag))
  const full = chosen.length >= MAX_TAGS
  const toggle = (tag: string) => {
    if (has(tag)) onChange(chosen.filter(each => !isSameTag(each, tag)))
    else if (!full) onChange([...chosen, tag])
  }
  const add = () => {
    const tag = own.trim().replace(/\s+/g, ' ')
    if (tag && !has(tag) && !full) onChange([...chosen, proposed.find(each => isSameTag(each, tag)) ?? tag])
    setOwn('')
  }
  const others = chosen.filter(tag => !proposed.some(each => isSameTag(each, tag)))
  return (
    <fieldset className="field tags" aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="label tags__label">
        <Trans>Tags</Trans>
      </legend>
      <div className="chips chips--wrap">
        {proposed.map(tag => (
          <button
            key={tag}
            type="button"
            className="chip tags__chip"
            aria-pressed={has(tag)}
            disabled={full && !has(tag)}
            onClick={() => toggle(tag)}
          >
            {tag}
          </button>
        ))}
        {others.map(tag => (
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
          value={own}
          maxLength={MAX_TAG_LENGTH}
          disabled={full}
          onChange={event => setOwn(event.target.value)}
          onKeyDown={event => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            add()
          }}
        />
        <Button icon="plus" disabled={full || own.trim() === ''} onClick={add}>
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

const isSameTag = (one: string, other: string) => foldTag(one) === foldTag(other)
