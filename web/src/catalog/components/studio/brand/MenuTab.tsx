import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import type { EntryValue } from '@/shared/studio/entries'
import { createKey } from '@/shared/studio/localizedText'
import { Button } from '@/shared/ui/Button'
import { MENU_FIELDS, SUBMENU_FIELDS } from '../../../brandFields'
import { useCatalog } from '../../../context'
import { brandStore } from '../../../stores/studio/BrandStore'
import { EntryOrderList } from './EntryOrderList'
import { ListField } from './ListField'

/** The menus of the header and the footer. */
export function MenuTab() {
  const { t } = useLingui()
  return (
    <section className="stack">
      <EntryOrderList
        section="menu"
        label={t`Menu`}
        addLabel={t`Add menu item`}
        newName={t`New menu item`}
        newValue={{ url: '/' }}
        fields={MENU_FIELDS}
        nameField="label"
        describe={({ area }) => (area === 'footer' ? t`Footer` : t`Header`)}
        renderMore={key => <Submenu entryKey={key} />}
      />
    </section>
  )
}

/** The submenu of an item of the header. The footer shows none, and a list of teams or schools has its own. */
const Submenu = observer(function Submenu({ entryKey }: { entryKey: string }) {
  const { t } = useLingui()
  const store = useCatalog().resolve(brandStore)
  const { area, kind, children } = store.value('menu', entryKey)
  if (!children && (area === 'footer' || kind === 'participants' || kind === 'groups')) return null

  /** Return a new item. Keys are unique in the whole menu. */
  function createItem(): EntryValue {
    const label = t`New submenu item`
    const items = store.keys('menu').map(key => store.value('menu', key))
    return { key: createKey(label, new Set(items.flatMap(collectKeys))), label, url: '/' }
  }

  return (
    <section className="stack">
      <h2 className="label">
        <Trans>Submenu</Trans>
      </h2>
      <p className="hint">
        <Trans>The item then opens a list. The list begins with its own address, if it has one.</Trans>
      </p>
      <ListField
        section="menu"
        entryKey={entryKey}
        name="children"
        label={t`Submenu`}
        fields={SUBMENU_FIELDS}
        nameField="label"
        idField="key"
        isOrdered
        renderAdd={add => (
          <div className="actions">
            <Button icon="plus" onClick={() => add(createItem())}>
              <Trans>Add submenu item</Trans>
            </Button>
          </div>
        )}
      />
    </section>
  )
})

/** Return the keys of a menu item and of the items below it. */
function collectKeys({ key, children = [] }: EntryValue): string[] {
  return [String(key), ...(children as readonly EntryValue[]).flatMap(collectKeys)]
}
