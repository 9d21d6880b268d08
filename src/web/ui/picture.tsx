import type { Ref } from 'react'
import {
  type ImageSize,
  VARIANT_FORMATS,
  VARIANT_TYPES,
  variantUrl,
  variantWidths,
} from '../../contract/rules/articles/pictures.ts'

/**
 * An image in the smallest copy that is sharp enough on this screen, once there are copies; else as it was uploaded.
 * `sizes` is the width at which it is shown.
 */
export function Picture({
  url,
  size,
  alt,
  sizes,
  first = false,
  ref,
  onError,
}: {
  url: string
  size: ImageSize | null
  alt: string
  sizes: string
  /** At the top of the page: loaded before anything else. */
  first?: boolean
  ref?: Ref<HTMLImageElement>
  onError?: () => void
}) {
  const widths = size ? variantWidths(size) : []
  return (
    <picture>
      {widths.length > 0 &&
        VARIANT_FORMATS.map((format) => (
          <source
            key={format}
            type={VARIANT_TYPES[format]}
            srcSet={widths.map((width) => `${variantUrl(url, width, format)} ${width}w`).join(', ')}
            sizes={sizes}
          />
        ))}
      <img
        ref={ref}
        src={url}
        alt={alt}
        {...size}
        loading={first ? 'eager' : 'lazy'}
        {...(first ? { fetchPriority: 'high' as const } : {})}
        decoding="async"
        onError={onError}
      />
    </picture>
  )
}
