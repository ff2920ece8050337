import { makeObservable, observableShallow, runInAction } from 'mobx'
import { isNotFound } from '@/shared/http/errors'
import type { Api } from '@/shared/http/session'
import { AsyncValue } from '@/shared/stores/AsyncValue'
import { Form } from '@/shared/stores/Form'
import { type Device, ProfileApi } from '../profileApi'

/** The devices on which the viewer is logged in. The viewer can log them out. */
export class DevicesStore {
  readonly list = new AsyncValue<readonly Device[]>()
  /** The form that logs out all other devices. */
  readonly signOutOthersForm = new Form({})
  /** The ids of devices whose logout is in progress. */
  readonly signingOut = new Set<number>()

  constructor(private readonly api: ProfileApi) {
    makeObservable(this, { signingOut: observableShallow })
  }

  async load(): Promise<void> {
    await this.list.load(async signal => currentFirst(await this.api.devices(signal)))
  }

  /** Log out one device. Return false on failure. A device that is already logged out counts as success. */
  async signOut({ id }: Device): Promise<boolean> {
    if (this.signingOut.has(id)) return true
    runInAction(() => this.signingOut.add(id))
    try {
      await this.api.signOut(id).catch(ignoreNotFound)
      this.list.update(devices => devices.filter(device => device.id !== id))
      return true
    } catch {
      return false
    } finally {
      runInAction(() => this.signingOut.delete(id))
    }
  }

  /** Log out every other device. Return false on failure. */
  async signOutOthers(): Promise<boolean> {
    const done = await this.signOutOthersForm.submit(() => this.api.signOutOthers())
    if (done) this.list.update(devices => devices.filter(device => device.current))
    return done !== null
  }

  reset(): void {
    this.list.clear()
    this.signOutOthersForm.clear()
  }
}

const currentFirst = (devices: Device[]) => devices.toSorted((a, b) => Number(b.current) - Number(a.current))

function ignoreNotFound(error: unknown): void {
  if (!isNotFound(error)) throw error
}

export const devicesStore = (api: Api) => new DevicesStore(new ProfileApi(api))
