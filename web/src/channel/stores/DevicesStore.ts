import { makeObservable, observableShallow, runInAction } from 'mobx'
import { isNotFound } from '@/shared/http/errors'
import type { Api } from '@/shared/http/session'
import { Form } from '@/shared/stores/Form'
import { Latest } from '@/shared/stores/Latest'
import { type Device, ProfileApi } from '../profileApi'

/** Where the viewer is logged in; they can end it from here. */
export class DevicesStore {
  readonly list = new Latest<readonly Device[]>()
  /** Ends it everywhere but here. */
  readonly others = new Form({})
  /** Those that are being signed out. */
  readonly leaving = new Set<number>()

  constructor(private readonly api: ProfileApi) {
    makeObservable(this, { leaving: observableShallow })
  }

  async load(): Promise<void> {
    await this.list.ask(async signal => thisFirst(await this.api.devices(signal)))
  }

  /** Signs one device out; false where that failed. One that is gone already is what was wanted. */
  async signOut({ id }: Device): Promise<boolean> {
    if (this.leaving.has(id)) return true
    runInAction(() => this.leaving.add(id))
    try {
      await this.api.signOut(id).catch(unlessGone)
      this.keep(device => device.id !== id)
      return true
    } catch {
      return false
    } finally {
      runInAction(() => this.leaving.delete(id))
    }
  }

  /** Signs every other device out; false where that failed. */
  async signOutOthers(): Promise<boolean> {
    const done = await this.others.submit(() => this.api.signOutOthers())
    if (done) this.keep(device => device.current)
    return done !== null
  }

  reset(): void {
    this.list.clear()
    this.others.clear()
  }

  private keep(stays: (device: Device) => boolean): void {
    runInAction(() => {
      this.list.value = this.list.value?.filter(stays) ?? null
    })
  }
}

const thisFirst = (devices: Device[]) => devices.toSorted((a, b) => Number(b.current) - Number(a.current))

function unlessGone(error: unknown): void {
  if (!isNotFound(error)) throw error
}

export const devicesStore = (api: Api) => new DevicesStore(new ProfileApi(api))
