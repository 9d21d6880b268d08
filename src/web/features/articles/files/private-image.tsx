import { Picture } from '../../../ui/picture.tsx'
import { usePrivateFile } from '../../../ui/files/use-private-file.ts'

/** A private image as it was uploaded. */
export function PrivateImage({ url, alt }: { url: string; alt: string }) {
  const address = usePrivateFile(url)
  return (
    <span className="cover-image whole">{address && <Picture url={address} size={null} alt={alt} sizes="" />}</span>
  )
}
