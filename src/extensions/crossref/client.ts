import { readDiagnostic, type Diagnostic } from './diagnostic.ts'

/** The address of Crossref's system that registers; that for tests is https://test.crossref.org. */

export interface CrossrefSettings {
  user: string
  password: string
  /** Without a trailing slash. */
  url: string
  timeoutMs?: number
}

/**
 * Why a call of Crossref's failed, as a sentence for editors, which never holds an address: the password is in it.
 * away: nothing can be sent at present. credentials: user name or password is wrong. isCertain: nothing has arrived.
 */
export class CrossrefFailure extends Error {
  readonly away: boolean
  readonly credentials: boolean
  readonly isCertain: boolean

  constructor(message: string, { away = false, credentials = false, isCertain = false } = {}) {
    super(message)
    this.name = 'CrossrefFailure'
    this.away = away
    this.credentials = credentials
    this.isCertain = isCertain
  }
}

const TIMEOUT_MS = 60_000
/** The log of one article has a few hundred characters. */
const ANSWER_MAX = 256 * 1024

export const BAD_CREDENTIALS =
  'Crossref refused the user name or the password. Please check CROSSREF_USER and CROSSREF_PASSWORD, restart the journal and send it again.'

/** Crossref's interface for deposits: files are posted, and the answer is asked for by the name of the file. */
export class Crossref {
  readonly #settings: CrossrefSettings

  constructor(settings: CrossrefSettings) {
    this.#settings = settings
  }

  /** The host, for the screen. */
  get host(): string {
    return new URL(this.#settings.url).host
  }

  /** Posts a deposit; resolves when Crossref has it. It is processed later. */
  async send(batchId: string, xml: string): Promise<void> {
    const form = new FormData()
    form.set('operation', 'doMDUpload')
    form.set('login_id', this.#settings.user)
    form.set('login_passwd', this.#settings.password)
    form.set('fname', new Blob([xml], { type: 'application/xml' }), fileName(batchId))
    const answer = await this.#ask('/servlet/deposit', { method: 'POST', body: form })
    if (/\bsuccess/i.test(answer)) return
    if (/log[- ]?in|not authori[sz]ed|authenticat|password/i.test(answer)) throw badCredentials()
    throw new CrossrefFailure(
      'Crossref’s answer could not be understood, so it will be asked whether the deposit arrived.',
    )
  }

  /** What has become of a deposit. */
  async result(batchId: string): Promise<Diagnostic> {
    const { user, password } = this.#settings
    // By the name of the file, which is known from the first moment; the batch's id only after parsing.
    const query = new URLSearchParams({ usr: user, pwd: password, file_name: fileName(batchId), type: 'result' })
    const answer = await this.#ask(`/servlet/submissionDownload?${query}`, { method: 'GET' })
    const diagnostic = readDiagnostic(answer)
    if (!diagnostic) throw new CrossrefFailure('Crossref’s answer could not be understood.')
    return diagnostic
  }

  async #ask(path: string, request: RequestInit): Promise<string> {
    const { url, timeoutMs = TIMEOUT_MS } = this.#settings
    let response: Response
    let text: string
    try {
      // A redirect would take the password elsewhere.
      response = await fetch(url + path, { ...request, redirect: 'error', signal: AbortSignal.timeout(timeoutMs) })
      text = await startOf(response)
    } catch (error) {
      throw unreachable(error)
    }
    if (response.ok) return text
    if (response.status === 401 || response.status === 403) throw badCredentials()
    if (response.status === 429) {
      throw new CrossrefFailure('Crossref asks for a pause: too many deposits are waiting there.', {
        ...{ away: true, isCertain: true },
      })
    }
    const isTheirs = response.status >= 500
    throw new CrossrefFailure(`Crossref answered with the error ${response.status}.`, {
      ...{ away: isTheirs, isCertain: !isTheirs },
    })
  }
}

export const fileName = (batchId: string): string => `${batchId}.xml`

const badCredentials = () => new CrossrefFailure(BAD_CREDENTIALS, { credentials: true, isCertain: true })

/** Errors before a connection are certain; later, nobody knows what has arrived. */
const NEVER_ARRIVED = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT'])

function unreachable(error: unknown): CrossrefFailure {
  const { name, cause } = error as { name?: string; cause?: { code?: string } }
  const isCertain = NEVER_ARRIVED.has(cause?.code ?? '')
  const message = name === 'TimeoutError' ? 'Crossref did not answer in time.' : 'Crossref could not be reached.'
  return new CrossrefFailure(message, { away: true, isCertain })
}

/** The beginning of an answer: whatever is longer is not one. */
async function startOf(response: Response): Promise<string> {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of response.body ?? []) {
    parts.push(part)
    length += part.length
    if (length >= ANSWER_MAX) break
  }
  return Buffer.concat(parts).toString('utf8')
}
