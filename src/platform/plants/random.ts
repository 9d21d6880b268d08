import { hashText, stirred } from '../../contract/rules/site/plants.ts'

/** A seeded source of chance: the same seed gives the same throws, on every machine. */
export interface Dice {
  /** A number from low to high. */
  between(low: number, high: number): number
  /** A whole number from low to high, both included. */
  whole(low: number, high: number): number
  /** True with the given probability. */
  chance(probability: number): boolean
  /** One of the list. */
  pick<const T>(list: readonly [T, ...T[]]): T
}

/** Dice for a seed. Only 32-bit integer arithmetic, so that no engine can round differently. */
export function diceFor(seed: string): Dice {
  let state = hashText(seed)
  const throwOnce = () => {
    state = (state + 0x9e3779b9) | 0
    return stirred(state) / 2 ** 32
  }
  return {
    between: (low, high) => low + (high - low) * throwOnce(),
    whole: (low, high) => low + Math.floor((high - low + 1) * throwOnce()),
    chance: (probability) => throwOnce() < probability,
    pick: (list) => list[Math.floor(list.length * throwOnce())] ?? list[0],
  }
}
