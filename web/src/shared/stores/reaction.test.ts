import { action, makeObservable, observable } from 'mobx'
import { expect, it, vi } from 'vitest'
import { reaction } from './reaction'

class TrafficLight {
  color = 'red'
  isLit = 1
  constructor() {
    makeObservable(this, { color: observable, isLit: observable, switchTo: action })
  }
  switchTo(colour: string, shines = this.isLit): void {
    this.color = colour
    this.isLit = shines
  }
}

it('what is looked at is told at once, and again when it changes', () => {
  const light = new TrafficLight()
  const heard = vi.fn()
  const stop = reaction(() => light.color, heard)
  light.switchTo('green')
  light.switchTo('green', 2)
  stop()
  light.switchTo('red')
  expect(heard.mock.calls).toEqual([['red'], ['green']])
})

it('what is read while it is told is not looked at', () => {
  const light = new TrafficLight()
  const heard = vi.fn(() => light.isLit)
  reaction(() => light.color, heard)
  light.switchTo('red', 7)
  expect(heard).toHaveBeenCalledTimes(1)
})
