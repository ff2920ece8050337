import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { BLOCK_PLACES, blockFields, TEXT_FIELDS } from '../../../brandFields'
import { useCatalog } from '../../../context'
import { brandStore } from '../../../stores/studio/BrandStore'
import { BrandFields } from './BrandFields'

/** The text blocks of the channel, and its own words for headings. */
export const TextsTab = observer(function TextsTab() {
  const { t } = useLingui()
  const store = useCatalog().resolve(brandStore)
  const blocks = Object.keys((store.value('channel').static_blocks ?? {}) as object)
  const names = [...new Set([...Object.keys(BLOCK_PLACES), ...blocks])]
  return (
    <>
      {names.map(name => (
        <details key={name} className="brand-block">
          <summary>{BLOCK_PLACES[name] ? t(BLOCK_PLACES[name]) : t`Band: ${name}`}</summary>
          <div className="content-form">
            <BrandFields section="channel" fields={blockFields(name)} />
          </div>
        </details>
      ))}
      <details className="brand-block">
        <summary>
          <Trans>Headings and sentences</Trans>
        </summary>
        <div className="content-form">
          <BrandFields section="texts" fields={TEXT_FIELDS} />
        </div>
      </details>
    </>
  )
})
