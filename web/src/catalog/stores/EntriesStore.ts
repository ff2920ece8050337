import { action, makeObservable, observableShallow, runInAction } from 'mobx'
import type { ErrorMessage } from '@/shared/http/errors'
import type { Api } from '@/shared/http/session'
import { AsyncValue } from '@/shared/stores/AsyncValue'
import type { Entry, EntryValue } from '@/shared/studio/entries'
import { errorMessageOf } from '@/shared/studio/fieldErrors'
import { ContentApi } from '../contentApi'
import type { CropOrigin } from '../crops'

/** The entries of a section. `order` is the entry that holds their order, null if it does not count. */
export interface Section {
  entries: readonly Entry[]
  order: Entry | null
}

/** The sections of the channel's content. Each action returns its error, or null. */
export class EntriesStore {
  /** The keys of entries whose request is in progress. */
  readonly busy = new Set<string>()
  /** The originals of the crops that were made in this session, by the path of the crop. */
  readonly origins = new Map<string, CropOrigin>()
  private readonly sections = new Map<string, AsyncValue<Section>>()

  constructor(readonly api: ContentApi) {
    makeObservable(this, { busy: observableShallow, reset: action })
  }

  /** Return the entries of a section. They are loaded by `load`. */
  section(name: string): AsyncValue<Section> {
    const section = this.sections.get(name) ?? new AsyncValue<Section>()
    this.sections.set(name, section)
    return section
  }

  load(name: string): Promise<void> {
    return this.section(name).load(async signal => {
      const loaded = await this.api.list(name, signal)
      return {
        entries: loaded.filter(({ key }) => key),
        order: loaded.find(({ key }) => !key) ?? null,
      }
    })
  }

  /** Change an entry in the list. */
  change(entry: Entry, value: EntryValue): Promise<ErrorMessage | null> {
    return this.send(entry.section, entry.key, async () => {
      this.put(await this.api.save(entry.section, entry.key, value, entry.version))
    })
  }

  /** Move an entry to another place of its section and save the order. */
  move({ section, key }: Entry, index: number): Promise<ErrorMessage | null> {
    const { value } = this.section(section)
    const order = value?.order
    const entries = value?.entries ?? []
    const entry = entries.find(candidate => candidate.key === key)
    if (!order || !entry || index < 0 || index >= entries.length) return Promise.resolve(null)
    const others = entries.filter(candidate => candidate !== entry)
    const moved = [...others.slice(0, index), entry, ...others.slice(index)]
    this.section(section).update(loaded => ({ ...loaded, entries: moved }))
    return this.send(section, '', async () => {
      const saved = await this.api.save(section, '', { order: moved.map(item => item.key) }, order.version)
      this.section(section).update(loaded => ({ ...loaded, order: saved }))
    })
  }

  /** Put a saved entry into the list, if it is loaded. */
  put(entry: Entry): void {
    this.section(entry.section).update(({ entries, order }) => ({
      entries: entries.map(other => (other.key === entry.key ? entry : other)),
      order,
    }))
  }

  reset(): void {
    for (const section of this.sections.values()) section.clear()
    this.busy.clear()
    this.origins.clear()
  }

  /** Send a change. After a refused one, load the section again: somebody else may have changed it. */
  private async send(
    section: string,
    key: string,
    request: () => Promise<void>,
  ): Promise<ErrorMessage | null> {
    if (this.busy.has(key)) return null
    runInAction(() => this.busy.add(key))
    try {
      await request()
      return null
    } catch (error) {
      await this.load(section)
      return errorMessageOf(error)
    } finally {
      runInAction(() => this.busy.delete(key))
    }
  }
}

export const entriesStore = (api: Api) => new EntriesStore(new ContentApi(api))
