import { withoutGlobalError } from '@/shared/http/requestOptions'
import type { Api, ItemResponse } from '@/shared/http/session'
import type { User } from './model'

/** A device on which the viewer is logged in. */
export interface Device {
  id: number
  /** `Chrome on Windows`, or the name that a TV app sends. */
  name: string
  platform: 'desktop' | 'mobile' | 'tablet' | 'tv' | 'unknown'
  /** The country of the last request, as an ISO 3166 code. */
  country: string | null
  last_seen_at: string | null
  /** Whether this is the device that sent the request. */
  current: boolean
}

/** A device that was just linked. Its country is unknown until its first request. */
export type LinkedDeviceInfo = Omit<Device, 'country'>

/** What the viewer's passes allow (§6), and the usage of limited features. */
export interface Access {
  capabilities: Record<string, boolean | undefined>
  allowances?: { clips: Allowance; downloads: Allowance }
}

/** The limit of a feature (`most`, null for no limit) and how often it was `used` in the counted period. */
export interface Allowance {
  allowed: boolean
  most: number | null
  used: number
}

/** The fields of an account that a viewer can change. Empty passwords are not sent. */
export interface ProfileChanges {
  first_name?: string
  last_name?: string
  phone?: string
  /** The language of emails. */
  language?: string
  password?: string
  password_confirmation?: string
  current_password?: string
}

/** The secret of an authenticator app: as text to type, as an `otpauth:` URI and as a QR code (SVG). */
export interface NewSecret {
  secret: string
  uri: string
  qr: string
}

/** The API requests of the profile's screens (api.md, "Viewer"). All require a logged-in viewer. */
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

  /** Log out every device except this one. */
  async signOutOthers(): Promise<void> {
    await this.api.delete('/auth/sessions', {}, withoutGlobalError())
  }

  /** Log in the device that shows `code` (RFC 8628, §3.3). */
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

  /** Turn on the second factor with its first code. Return the recovery codes, which the server never sends again. */
  async confirmSecondFactor(code: string): Promise<string[]> {
    type RecoveryCodesResponse = ItemResponse<{ recovery_codes: string[] }>
    return (
      await this.api.post<RecoveryCodesResponse>(
        '/auth/second-factor/confirm',
        { code },
        withoutGlobalError(),
      )
    ).data.recovery_codes
  }

  /** Turn off the second factor with the password. Without a password, an app code or a recovery code is required. */
  async removeSecondFactor(proof: { current_password: string } | { code: string }): Promise<void> {
    await this.api.post('/auth/second-factor/remove', proof, withoutGlobalError())
  }

  /** Email a link that deletes the account. */
  async requestDeletion(current_password?: string): Promise<void> {
    await this.api.post('/delete-account-request', { current_password }, withoutGlobalError())
  }

  /** Download all data that is stored about the viewer, as a ZIP file of JSON. */
  async downloadData(): Promise<Blob> {
    return await this.api.get<Blob>('/account-export', {}, withoutGlobalError())
  }
}
