/**
 * Pictures that were chosen on this page, by the address of their upload: until they are published nobody but their
 * uploader may read them, and an image sends no session.
 */
const previews = new Map<string, string>()

export function rememberPicture(url: string, file: File): Promise<void> {
  return new Promise((resolve) => {
    const reader = new FileReader()
    reader.onload = () => {
      previews.set(url, String(reader.result))
      resolve()
    }
    // Without a preview nothing is shown.
    reader.onerror = () => resolve()
    reader.readAsDataURL(file)
  })
}

/** Where a picture can be seen: published ones by their address. */
export const seenPicture = (url: string | null, published: ReadonlySet<string>): string | null =>
  url === null || published.has(url) ? url : (previews.get(url) ?? null)
