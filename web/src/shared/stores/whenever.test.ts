import { action, makeObservable, observable } from 'mobx'
import { expect, it, vi } from 'vitest'
import { whenever } from './whenever'

class Light {
  colour = 'red'
  shines = 1
  constructor() {
    makeObservable(this, { colour: observable, shines: observable, turn: action })
  }
  turn(colour: string, shines = this.shines): void {
    this.colour = colour
    this.shines = shines
  }
}

it('what is looked at is told at once, and again when it changes', () => {
  const light = new Light()
  const heard = vi.fn()
  const stop = whenever(() => light.colour, heard)
  light.turn('green')
  light.turn('green', 2)
  stop()
  light.turn('red')
  expect(heard.mock.calls).toEqual([['red'], ['green']])
})

it('what is read while it is told is not looked at', () => {
  const light = new Light()
  const heard = vi.fn(() => light.shines)
  whenever(() => light.colour, heard)
  light.turn('red', 7)
  expect(heard).toHaveBeenCalledTimes(1)
})
