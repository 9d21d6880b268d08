import { isAllowedPicture, PICTURE_BYTES_MAX } from '../../../contract/rules/text/rich-text.ts'

export const PICTURE_TYPES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp']

const size = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`

/** A local picture as a data URL, or the message why it cannot be used. */
export async function readPicture(file: File): Promise<{ src: string } | { problem: string }> {
  if (!PICTURE_TYPES.includes(file.type)) {
    return { problem: `${file.name} cannot be used in the text. Please choose a PNG, JPEG, GIF or WebP image.` }
  }
  if (file.size > PICTURE_BYTES_MAX) {
    return {
      problem: `${file.name} is ${size(file.size)}. An image in the text may be at most ${size(PICTURE_BYTES_MAX)}: please make it smaller first.`,
    }
  }
  const unreadable = { problem: `${file.name} could not be read as an image.` }
  try {
    // Only what the browser can decode is a picture, whatever its file name.
    const bitmap = await createImageBitmap(file)
    bitmap.close()
    const src = await dataUrl(file)
    return isAllowedPicture(src) ? { src } : unreadable
  } catch {
    return unreadable
  }
}

const dataUrl = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error ?? new Error('The file could not be read'))
    reader.readAsDataURL(file)
  })

/** The pictures among pasted or dropped files. */
export const picturesIn = (data: DataTransfer | null): File[] =>
  [...(data?.files ?? [])].filter((file) => file.type.startsWith('image/'))
