import { usePrivateFile } from './use-private-file.ts'

/** A private image at full size. */
export function PrivateImage({ url, alt }: { url: string; alt: string }) {
  const address = usePrivateFile(url)
  return <span className="plate whole">{address && <img src={address} alt={alt} />}</span>
}
