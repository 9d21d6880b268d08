import { API_PREFIX } from '../src/contract/rules/site/path-roots.ts'
import type { InputOf } from '../src/contract/api/endpoint.ts'
import type { articles } from '../src/contract/api/articles.ts'
import { PASSWORD } from './archive.ts'

/** Access tokens are valid for ten minutes. */
const FRESH_MS = 5 * 60_000

/** Someone who has signed in to a running journal. */
export class Caller {
  readonly #url: string
  readonly #email: string
  #token = ''
  #since = -Infinity

  constructor(url: string, email: string) {
    this.#url = url + API_PREFIX
    this.#email = email
  }

  async headers(): Promise<Record<string, string>> {
    if (performance.now() - this.#since > FRESH_MS) {
      const signedIn = await ask<{ accessToken: string }>(`${this.#url}/auth/login`, 'POST', {
        body: JSON.stringify({ email: this.#email, password: PASSWORD }),
        headers: { 'content-type': 'application/json' },
      })
      this.#token = signedIn.accessToken
      this.#since = performance.now()
    }
    return { authorization: `Bearer ${this.#token}` }
  }

  async get<T>(path: string): Promise<T> {
    return ask<T>(this.#url + path, 'GET', { headers: await this.headers() })
  }

  async send<T>(method: 'POST' | 'PUT', path: string, body: unknown): Promise<T> {
    const headers = { ...(await this.headers()), 'content-type': 'application/json' }
    return ask<T>(this.#url + path, method, { body: JSON.stringify(body), headers })
  }

  /** The address of the uploaded file. */
  async upload(name: string, type: string, bytes: Uint8Array<ArrayBuffer>): Promise<string> {
    const form = new FormData()
    form.set('file', new File([bytes], name, { type }))
    const { url } = await ask<{ url: string }>(`${this.#url}/files/upload`, 'POST', {
      body: form,
      headers: await this.headers(),
    })
    return url
  }
}

async function ask<T>(url: string, method: string, init: RequestInit): Promise<T> {
  const answer = await fetch(url, { ...init, method })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${method} ${url} is answered with ${answer.status}: ${text.slice(0, 300)}`)
  return JSON.parse(text) as T
}

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
