import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { Link } from 'react-router'
import { Slot } from '@/shared/contexts/slots'
import { useCopy } from '@/shared/hooks/useCopy'
import type { EntryEditor } from '@/shared/studio/EntryEditor'
import { Button } from '@/shared/ui/Button'
import { type ContentSection, completeEntry } from '../../contentFields'
import { useCatalog } from '../../context'
import { toFormDefinition } from '../../formPreview'
import { ContactFormEditor } from '../../stores/studio/ContactFormEditor'
import { untranslatedLanguages } from '../../untranslatedLanguages'
import { MissingLanguages } from './MissingLanguages'

interface Props {
  section: ContentSection
  editor: EntryEditor
}

/** A form as viewers see it, with the changes that are not saved, and its address. */
export default observer(function FormPreview({ section, editor }: Props) {
  const { t, i18n } = useLingui()
  const { language: main, languages, contact_days: days } = useCatalog().shell.channel.settings
  const form = completeEntry(section, editor.value, main)
  const standard = editor instanceof ContactFormEditor ? editor.standardTexts : {}
  const definition = toFormDefinition({ ...standard, ...form }, { language: i18n.locale, main, days })
  return (
    <div className="content-preview__side stack">
      {editor.entry.value?.version ? (
        <Address path={section.addressOf?.(editor.key) ?? ''} title={definition.title} />
      ) : null}
      <MissingLanguages languages={untranslatedLanguages(section, form, languages)} />
      <section className="content-preview__site stack" aria-label={t`Preview`}>
        <p className="hint">
          <Trans>Preview. You can fill it in, but it sends nothing.</Trans>
        </p>
        <Slot name="formPreview" slotProps={{ definition }} />
      </section>
    </div>
  )
})

/** Where viewers find the form. */
function Address({ path, title }: { path: string; title: string }) {
  const { t } = useLingui()
  const copy = useCopy(useCatalog().shell.toasts)
  return (
    <section className="stack stack--2" aria-label={t`Address`}>
      <span className="label">
        <Trans>Address</Trans>
      </span>
      <div className="cluster">
        <Link className="link" to={path}>
          {path}
        </Link>
        <Button size="s" onClick={() => void copy(location.origin + path, t`Address copied`)}>
          <Trans>Copy address</Trans>
        </Button>
      </div>
      <p className="hint">
        <Trans>
          Viewers need a link to it. Add {path} to the{' '}
          <Link className="link" to="/studio/brand/menu">
            menu
          </Link>
          , or write a link into a page:
        </Trans>{' '}
        <code>
          [{title}]({path})
        </code>
      </p>
    </section>
  )
}
