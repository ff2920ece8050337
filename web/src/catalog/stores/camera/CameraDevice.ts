import { action, makeObservable, observable, observableRef, runInAction } from 'mobx'
import type { PictureSize } from '../../camera/quality'

/** Why there is no picture, or `open`. */
export type DeviceState = 'closed' | 'opening' | 'open' | 'insecure' | 'denied' | 'missing' | 'busy'
export type Facing = 'environment' | 'user'

/** The zoom of a camera that has one. */
export interface Zoom {
  min: number
  max: number
  step: number
  value: number
}

/** Capabilities that TypeScript does not know. */
interface LensCapabilities extends MediaTrackCapabilities {
  zoom?: { min: number; max: number; step?: number }
  torch?: boolean
}

const ERROR_STATES: Record<string, DeviceState> = {
  NotAllowedError: 'denied',
  SecurityError: 'denied',
  NotFoundError: 'missing',
  OverconstrainedError: 'missing',
  NotReadableError: 'busy',
  AbortError: 'busy',
}

/** The camera and the microphone of the phone. */
export class CameraDevice {
  state: DeviceState = 'closed'
  stream: MediaStream | null = null
  facing: Facing = 'environment'
  sound: 'on' | 'muted' = 'on'
  zoom: Zoom | null = null
  torch: 'none' | 'off' | 'on' = 'none'
  /** The size of the frames on the page. The settings of a track may be those before the phone was turned. */
  shownSize: PictureSize | null = null
  /** Called when the browser takes the camera away, such as during a call. */
  onLost: () => void = () => undefined

  constructor(private readonly devices: MediaDevices | undefined = navigator.mediaDevices) {
    makeObservable(this, {
      state: observable,
      stream: observableRef,
      facing: observable,
      sound: observable,
      zoom: observableRef,
      torch: observable,
      close: action,
      setMuted: action,
    })
  }

  get camera(): MediaStreamTrack | null {
    return this.stream?.getVideoTracks()[0] ?? null
  }

  /** The size of the camera's picture. */
  get pictureSize(): PictureSize {
    const { width = 1280, height = 720 } = this.camera?.getSettings() ?? {}
    return this.shownSize ?? { width, height }
  }

  /** Ask for the camera, and open it. The state says why this failed. */
  async open(facing: Facing = this.facing): Promise<void> {
    if (!this.devices?.getUserMedia) {
      this.update({ state: 'insecure' })
      return
    }
    this.update({ state: 'opening', facing })
    try {
      const video = {
        facingMode: { ideal: facing },
        width: { ideal: 1920 },
        height: { ideal: 1080 },
        frameRate: { ideal: 30 },
      }
      // Processing for calls removes the sound of a crowd.
      const audio = { echoCancellation: false, noiseSuppression: false, autoGainControl: true }
      const sound = this.liveSound()
      const opened = await this.devices.getUserMedia({ video, audio: sound.length > 0 ? false : audio })
      this.adopt(new MediaStream([...opened.getVideoTracks(), ...opened.getAudioTracks(), ...sound]))
    } catch (error) {
      const name = error instanceof Error ? error.name : ''
      this.update({ state: ERROR_STATES[name] ?? 'busy' })
    }
  }

  /** Open the other camera. The track of the old one goes on until `stopOld`. */
  async turn(): Promise<() => void> {
    const old = this.camera
    await this.open(this.facing === 'user' ? 'environment' : 'user')
    return () => old?.stop()
  }

  close(): void {
    for (const track of this.stream?.getTracks() ?? []) track.stop()
    this.stream = null
    this.state = 'closed'
  }

  setMuted(isMuted: boolean): void {
    this.sound = isMuted ? 'muted' : 'on'
    for (const track of this.stream?.getAudioTracks() ?? []) track.enabled = !isMuted
  }

  async setZoom(value: number): Promise<void> {
    await this.applyLens({ zoom: value })
    if (this.zoom) this.update({ zoom: { ...this.zoom, value } })
  }

  async setTorch(isOn: boolean): Promise<void> {
    await this.applyLens({ torch: isOn })
    this.update({ torch: isOn ? 'on' : 'off' })
  }

  private liveSound(): MediaStreamTrack[] {
    return this.stream?.getAudioTracks().filter(({ readyState }) => readyState === 'live') ?? []
  }

  private async applyLens(constraint: Record<string, unknown>): Promise<void> {
    await this.camera?.applyConstraints({ advanced: [constraint as MediaTrackConstraintSet] })
  }

  private adopt(stream: MediaStream): void {
    runInAction(() => {
      this.stream = stream
      this.state = 'open'
      this.shownSize = null
    })
    this.setMuted(this.sound === 'muted')
    const { camera } = this
    const lens = (camera?.getCapabilities?.() ?? {}) as LensCapabilities
    const settings = (camera?.getSettings() ?? {}) as { zoom?: number }
    const { zoom } = lens
    this.update({
      torch: lens.torch ? 'off' : 'none',
      zoom:
        zoom && zoom.max > zoom.min
          ? { min: zoom.min, max: zoom.max, step: zoom.step || 0.1, value: settings.zoom ?? zoom.min }
          : null,
    })
    camera?.addEventListener('ended', () => {
      if (this.camera === camera) this.onLost()
    })
  }

  private update(changes: Partial<Pick<CameraDevice, 'state' | 'facing' | 'zoom' | 'torch'>>): void {
    runInAction(() => Object.assign(this, changes))
  }
}
