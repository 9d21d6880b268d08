import { useEffect, useState } from 'react'
import type { OpenReview } from '../../../../../contract/api/open-review.ts'
import { fileUrl } from '../../../../../contract/rules/files/file-url.ts'
import { browserApi } from '../../../../client/api.ts'
import type { OpenFile } from '../../../../ui/files/pdf-pages.tsx'
import { PrivatePdf } from '../../../../ui/files/private-pdf.tsx'

type ManuscriptFile = OpenReview['files'][number]

/** From this width the manuscript is read beside the report. */
const WIDE = '(min-width: 64rem)'

const open: OpenFile = (fileId) => browserApi.reviews.file({ fileId })

/** The PDF of the newest version, where there is room beside the report; phones do not load what draws it. */
export function usePagesBeside(files: readonly ManuscriptFile[]): ManuscriptFile | undefined {
  const [isWide, setWide] = useState(() => matchMedia(WIDE).matches)
  useEffect(() => {
    const query = matchMedia(WIDE)
    const follow = () => setWide(query.matches)
    query.addEventListener('change', follow)
    return () => query.removeEventListener('change', follow)
  }, [])
  const newest = Math.max(...files.map(({ version }) => version))
  return isWide ? files.find(({ version, name }) => version === newest && /\.pdf$/i.test(name)) : undefined
}

/** The manuscript's pages, which scroll on their own. */
export function PagesBeside({ file }: { file: ManuscriptFile }) {
  return (
    <section className="pages-beside" aria-label="Pages of the manuscript" tabIndex={0}>
      <PrivatePdf key={file.id} url={fileUrl(file)} name={`Pages of ${file.name}`} open={open} />
    </section>
  )
}
