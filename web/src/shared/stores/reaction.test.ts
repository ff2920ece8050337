import { action, makeObservable, observable } from 'mobx'
import { expect, it, vi } from 'vitest'
import { reaction } from './reaction'

class TrafficLight {
  color = 'red'
  isLit = 1
  constructor() {
    makeObservable(this, { color: observable, isLit: observable, switchTo: action })
  }
  switchTo(color: string, shines = this.isLit): void {
    this.color = color
    this.isLit = shines
  }
}

it('an observed value is passed at once, and again when it changes', () => {
  const light = new TrafficLight()
  const listener = vi.fn()
  const stop = reaction(() => light.color, listener)
  light.switchTo('green')
  light.switchTo('green', 2)
  stop()
  light.switchTo('red')
  expect(listener.mock.calls).toEqual([['red'], ['green']])
})

it('values read in the callback are not observed', () => {
  const light = new TrafficLight()
  const listener = vi.fn(() => light.isLit)
  reaction(() => light.color, listener)
  light.switchTo('red', 7)
  expect(listener).toHaveBeenCalledTimes(1)
})
