import { withoutGlobalError } from '@/shared/http/requestOptions'
import type { Api, ItemResponse } from '@/shared/http/session'
import type { User } from './model'

/** A device on which the viewer is logged in. */
export interface Device {
  id: number
  /** `Chrome on Windows`, or what a TV app calls itself. */
  name: string
  platform: 'desktop' | 'mobile' | 'tablet' | 'tv' | 'unknown'
  /** Where it was seen last: an ISO 3166 code. */
  country: string | null
  last_seen_at: string | null
  /** The one that asks. */
  current: boolean
}

/** One that was just let in: where it stands is known once it has asked. */
export type LinkedDeviceInfo = Omit<Device, 'country'>

/** What the viewer's passes allow (§6), and how often counted things were used. */
export interface Access {
  capabilities: Record<string, boolean | undefined>
  allowances?: { clips: Allowance; downloads: Allowance }
}

/** How often something may be done (null: without limit), and how often it was since that is counted. */
export interface Allowance {
  allowed: boolean
  most: number | null
  used: number
}

/** What may be changed of an account. Empty passwords are not sent. */
export interface ProfileChanges {
  first_name?: string
  last_name?: string
  phone?: string
  /** Of the letters. */
  language?: string
  password?: string
  password_confirmation?: string
  current_password?: string
}

/** The secret of an authenticator app: as text to type, and as a code to scan (an SVG). */
export interface NewSecret {
  secret: string
  uri: string
  qr: string
}

/** The calls of the profile's screens (api.md, "Viewer"); all need a logged-in viewer. */
export class ProfileApi {
  constructor(private readonly api: Api) {}

  async update(changes: ProfileChanges): Promise<User> {
    return (await this.api.patch<ItemResponse<User>>('/profile', { ...changes }, withoutGlobalError())).data
  }

  async access(signal?: AbortSignal): Promise<Access> {
    return (await this.api.get<ItemResponse<Access>>('/user/access', {}, withoutGlobalError(signal))).data
  }

  async devices(signal?: AbortSignal): Promise<Device[]> {
    return (await this.api.get<ItemResponse<Device[]>>('/auth/sessions', {}, withoutGlobalError(signal))).data
  }

  async signOut(id: number): Promise<void> {
    await this.api.delete(`/auth/sessions/${id}`, {}, withoutGlobalError())
  }

  /** Every device but this one. */
  async signOutOthers(): Promise<void> {
    await this.api.delete('/auth/sessions', {}, withoutGlobalError())
  }

  /** Lets the device that shows `code` in (RFC 8628, §3.3). */
  async link(code: string): Promise<LinkedDeviceInfo> {
    return (
      await this.api.post<ItemResponse<LinkedDeviceInfo>>('/auth/add_session', { code }, withoutGlobalError())
    ).data
  }

  async startSecondFactor(current_password?: string): Promise<NewSecret> {
    return (
      await this.api.post<ItemResponse<NewSecret>>(
        '/auth/second-factor',
        { current_password },
        withoutGlobalError(),
      )
    ).data
  }

  /** Answers with the recovery codes, which are never shown again. */
  async confirmSecondFactor(code: string): Promise<string[]> {
    type Answer = ItemResponse<{ recovery_codes: string[] }>
    return (await this.api.post<Answer>('/auth/second-factor/confirm', { code }, withoutGlobalError())).data
      .recovery_codes
  }

  /** With the password; those who have none bring a code of the app, or a recovery code. */
  async removeSecondFactor(proof: { current_password: string } | { code: string }): Promise<void> {
    await this.api.post('/auth/second-factor/remove', proof, withoutGlobalError())
  }

  /** Mails the link that ends the account. */
  async requestDeletion(current_password?: string): Promise<void> {
    await this.api.post('/delete-account-request', { current_password }, withoutGlobalError())
  }

  /** Everything that is held about the viewer, as a ZIP of JSON. */
  async downloadData(): Promise<Blob> {
    return await this.api.get<Blob>('/account-export', {}, withoutGlobalError())
  }
}
