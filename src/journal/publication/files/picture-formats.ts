import sharp from 'sharp'

export type PictureFormat = 'Jpeg' | 'Png' | 'Webp' | 'Nsgif' | 'Tiff' | 'Svg'

/** Lets this process decode these formats, by the library's names, and no other of the many that the library reads. */
export function readOnly(formats: readonly PictureFormat[]): void {
  sharp.concurrency(1)
  sharp.cache(false)
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: formats.map((format) => `VipsForeignLoad${format}Buffer`) })
}
