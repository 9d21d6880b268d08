/**
 * The logo, and the pictures in the journal's texts. The address of one has all that a page needs of it: which content, its
 * size, and the ground that it needs. So a page is made without asking for it, and a browser keeps it for good.
 */
export interface Picture {
  /** Of its content. */
  digest: string
  width: number
  height: number
  ground: Ground | null
}

/** Which ground a logo keeps, because it cannot be read on the other one. */
export type Ground = 'light' | 'dark'

const DIGEST_LENGTH = 24
export const pictureDigest = (sha256: string): string => sha256.slice(0, DIGEST_LENGTH)

const GROUND_ENDS = { light: '-l', dark: '-d' } as const
export const PICTURES_PATH = '/pictures/'
const WHOLE_PATH = /^\/pictures\/([0-9a-f]{24})-([1-9]\d{0,3})x([1-9]\d{0,3})(-[ld])?\.webp$/
const ANY_PATH = /\/pictures\/[0-9a-f]{24}-[1-9]\d{0,3}x[1-9]\d{0,3}(?:-[ld])?\.webp/g

export const picturePath = ({ digest, width, height, ground }: Picture): string =>
  `${PICTURES_PATH}${digest}-${width}x${height}${ground ? GROUND_ENDS[ground] : ''}.webp`

/** The picture at an address; null if it is not the address of one. */
export function pictureAt(path: string): Picture | null {
  const [, digest, width, height, end] = WHOLE_PATH.exec(path) ?? []
  if (!digest) return null
  const ground = end === GROUND_ENDS.light ? 'light' : end === GROUND_ENDS.dark ? 'dark' : null
  return { digest, width: Number(width), height: Number(height), ground }
}

/** The addresses of all pictures that a text names, each once. */
export const picturesIn = (text: string): string[] => [...new Set([...text.matchAll(ANY_PATH)].map(([path]) => path))]
