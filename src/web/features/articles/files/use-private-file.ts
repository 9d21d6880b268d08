import { useEffect, useState } from 'react'
import { fileIdOf } from '../../../../contract/domain/file-url.ts'
import { browserApi } from '../../../client/api.ts'

/**
 * A short-lived address of a file that not everybody may read, for elements that carry no token. Null until
 * it is there, and when it cannot be had.
 */
export function usePrivateFile(url: string | null): string | null {
  const [link, setLink] = useState<{ of: string; address: string } | null>(null)
  const id = url === null ? undefined : fileIdOf(url)
  useEffect(() => {
    let current = true
    if (id !== undefined) {
      browserApi.files.link({ id }).then(
        ({ url: address }) => current && setLink({ of: id, address }),
        () => {},
      )
    }
    return () => {
      current = false
    }
  }, [id])
  return link !== null && link.of === id ? link.address : null
}
