import { useEffect, useState } from 'react'
import { fileIdOf } from '../../contract/file-url.ts'
import { browserApi } from '../api.ts'

/** An image that not everybody may see: fetched by a short-lived address. */
export function PrivateImage({ url, alt }: { url: string; alt: string }) {
  const [address, setAddress] = useState<string | null>(null)
  const id = fileIdOf(url)
  useEffect(() => {
    let current = true
    if (id !== undefined) {
      browserApi.files.link({ id }).then(
        (link) => current && setAddress(link.url),
        () => {},
      )
    }
    return () => {
      current = false
    }
  }, [id])
  return <span className="plate">{address && <img src={address} alt={alt} />}</span>
}
