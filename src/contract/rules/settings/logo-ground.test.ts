import { describe, expect, test } from 'vitest'
import { groundOf } from './logo-ground.ts'

type Dot = readonly [red: number, green: number, blue: number, opacity?: number]

const NOTHING: Dot = [0, 0, 0, 0]
const BLACK: Dot = [0, 0, 0]
const WHITE: Dot = [255, 255, 255]
const FOREST: Dot = [20, 60, 30]
const STRAW: Dot = [240, 230, 180]
const MIDDLE: Dot = [120, 120, 120]

/** A logo of so many dots of each colour. */
const logoOf = (...parts: readonly (readonly [Dot, number])[]): Uint8Array =>
  Uint8Array.from(
    parts.flatMap(([[red, green, blue, opacity = 255], count]) =>
      Array.from({ length: count }, () => [red, green, blue, opacity]).flat(),
    ),
  )

describe('the ground that a logo keeps', () => {
  test.each([
    ['black on nothing', logoOf([NOTHING, 50], [BLACK, 50]), 'light'],
    ['dark green on nothing', logoOf([NOTHING, 50], [FOREST, 50]), 'light'],
    ['white on nothing', logoOf([NOTHING, 50], [WHITE, 50]), 'dark'],
    ['straw on nothing', logoOf([NOTHING, 50], [STRAW, 50]), 'dark'],
    ['a grey that is read on both', logoOf([NOTHING, 50], [MIDDLE, 50]), null],
    ['white letters on a dark shield', logoOf([NOTHING, 30], [FOREST, 50], [WHITE, 20]), 'light'],
    ['dark letters beside a bright sign', logoOf([NOTHING, 30], [FOREST, 40], [STRAW, 30]), 'light'],
    ['as much of the one as of the other', logoOf([NOTHING, 20], [BLACK, 40], [WHITE, 40]), null],
    ['edges alone that are lost', logoOf([NOTHING, 30], [MIDDLE, 90], [BLACK, 10]), null],
    ['a picture with its own white ground', logoOf([WHITE, 80], [BLACK, 20]), null],
    ['a picture with its own black ground', logoOf([BLACK, 80], [WHITE, 20]), null],
    ['nothing to be seen', logoOf([NOTHING, 100]), null],
    ['shadows that are hardly seen', logoOf([NOTHING, 50], [[0, 0, 0, 100], 40], [MIDDLE, 10]), null],
    ['no dots', new Uint8Array(), null],
    ['a part of a dot', new Uint8Array(3), null],
  ] as const)('%s', (_name, dots, ground) => {
    expect(groundOf(dots)).toBe(ground)
  })
})
