/** A seeded source of chance: the same seed gives the same throws, in every browser and on the server. */
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

/** A 32-bit hash of any text (FNV-1a over UTF-16 units, then stirred so that near texts differ in every bit). */
export function hashText(text: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return stir(hash)
}

/** Dice for a seed. Only 32-bit integer arithmetic, so that no engine can round differently. */
export function diceFor(seed: string): Dice {
  let state = hashText(seed)
  const throwOnce = () => {
    state = (state + 0x9e3779b9) | 0
    return stir(state) / 2 ** 32
  }
  return {
    between: (low, high) => low + (high - low) * throwOnce(),
    whole: (low, high) => low + Math.floor((high - low + 1) * throwOnce()),
    chance: (probability) => throwOnce() < probability,
    pick: (list) => list[Math.floor(list.length * throwOnce())] ?? list[0],
  }
}

/** The finisher of MurmurHash3. */
function stir(value: number): number {
  let bits = Math.imul(value ^ (value >>> 16), 0x85ebca6b)
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35)
  return (bits ^ (bits >>> 16)) >>> 0
}
