import type { InputOf } from '../src/contract/api/endpoint.ts'
import type { articles } from '../src/contract/api/articles.ts'
import type { Caller } from './api.ts'

/** The smallest PDF that every reader opens. */
const PDF = Buffer.from(
  `%PDF-1.7
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>endobj
xref
0 4
0000000000 65535 f 
0000000009 00000 n 
0000000052 00000 n 
0000000101 00000 n 
trailer<</Size 4/Root 1 0 R>>
startxref
164
%%EOF
`,
  'latin1',
)

let made = 0

/** Uploads a manuscript and returns the submission of it, which has not been sent. */
export async function aSubmission(author: Caller, categoryId: string): Promise<InputOf<typeof articles.submit>> {
  const number = ++made
  const manuscript = Buffer.from(`Manuscript ${number}. The roots of wheat grow deeper in dry soil.\n`.repeat(20))
  return {
    title: `Root growth of <i>Triticum aestivum</i> in dry soil, trial ${number}`,
    categoryId,
    excerpt: 'Roots of wheat grow deeper in dry soil.',
    keywords: 'roots, drought',
    abstract: `<p>${'We measured the roots of wheat in dry soil. '.repeat(30)}</p>`,
    files: [await author.upload(`manuscript-${number}.txt`, 'text/plain', manuscript)],
    contributors: Array.from({ length: 6 }, (_, index) => ({
      fullName: `Ayesha Malik ${number}-${index}`,
      email: `malik-${number}-${index}@authors.test`,
      affiliation: 'Department of Botany, University of Multan',
      role: index === 0 ? ('Corresponding Author' as const) : ('Author' as const),
    })),
  }
}

/** Uploads a final PDF and returns the approval with it, which has not been sent. */
export async function anApproval(administrator: Caller): Promise<Omit<InputOf<typeof articles.approve>, 'id'>> {
  return { pdfUrl: await administrator.upload(`final-${++made}.pdf`, 'application/pdf', PDF) }
}

export const submit = (author: Caller, submission: unknown): Promise<{ id: string }> =>
  author.send('POST', '/posts', submission)

export const approve = (administrator: Caller, id: string, approval: unknown): Promise<unknown> =>
  administrator.send('PUT', `/posts/${id}/approve`, approval)
