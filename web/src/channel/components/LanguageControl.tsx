import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { languageName } from '@/shared/format/languageName'
import { Icon } from '@/shared/ui/Icon'
import { LazyMenu } from '@/shared/ui/LazyMenu'
import { useChannel } from '../context'

interface Props {
  current: string
  onChange: (language: string) => void
}

/** The language menu of the channel. Hidden if the channel has only one language. */
export function LanguageControl({ current, onChange }: Props) {
  const { t } = useLingui()
  const { settings } = useChannel()
  const [isOpen, setIsOpen] = useState(false)
  if (settings.languages.length < 2) return null

  const button = (
    <button
      type="button"
      className="icon-btn lang"
      aria-haspopup="menu"
      onPointerEnter={LazyMenu.preload}
      onClick={isOpen ? undefined : () => setIsOpen(true)}
    >
      <Icon name="globe" size="s" />
      {current.toUpperCase()}
      <span className="sr-only">, {t`Language: ${languageName(current)}`}</span>
    </button>
  )
  if (!isOpen) return button
  const items = settings.languages.map(language => ({
    key: language,
    label: languageName(language),
    lang: language,
    checked: language === current,
    onSelect: () => onChange(language),
  }))
  return <LazyMenu trigger={button} items={items} onLoadError={() => setIsOpen(false)} />
}
