import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, rmdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { journal } from '../../contract/journal.ts'
import { paths } from '../../contract/rules/site/paths.ts'
import { html } from '../../platform/html/html.ts'
import { copiedAddress, fileOf, relativeLink } from './addresses.ts'
import { referencesIn, referencesInStyles, rewritePage, rewriteStyles } from './rewrite.ts'

export interface SiteAnswer {
  status: number
  type: string
  body: Buffer
  location: string | null
}

export interface ExportOptions {
  folder: string
  publicUrl: string
  /** Asks the journal for one of its own addresses. */
  ask: (address: string) => Promise<SiteAnswer>
  onProgress?: (done: number, known: number) => void
}

export interface Exported {
  pages: number
  files: number
  /** Addresses that the journal links to and could not give. */
  missing: string[]
}

/** The addresses that lead to all others. */
const STARTS = [paths.home, paths.lockss, paths.atomFeed, paths.sitemap]

/**
 * Writes the public journal as files that open from a disk. All is copied into a folder beside the one that is asked
 * for, which gets its name when everything is there: an interrupted copy is never taken for a whole one.
 */
export async function exportSite({ folder, publicUrl, ask, onProgress }: ExportOptions): Promise<Exported> {
  await refuseFull(folder)
  const partial = `${folder}.unfinished`
  await rm(partial, { recursive: true, force: true })
  await mkdir(partial, { recursive: true })
  const copy = new Copy(partial, publicUrl, ask)
  await copy.all(onProgress)
  await copy.rewriteAll()
  if (existsSync(folder)) await rmdir(folder)
  await rename(partial, folder)
  return copy.result
}

async function refuseFull(folder: string): Promise<void> {
  const inside = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  if (inside.length) throw new Error(`The folder ${folder} is not empty. Please name a new one.`)
}

type Kind = 'page' | 'styles' | 'file'

class Copy {
  readonly #folder: string
  readonly #publicUrl: string
  readonly #ask: ExportOptions['ask']
  /** What has been copied, by address. */
  readonly #kinds = new Map<string, Kind>()
  readonly #moved = new Map<string, string>()
  readonly #missing: string[] = []

  constructor(folder: string, publicUrl: string, ask: ExportOptions['ask']) {
    this.#folder = folder
    this.#publicUrl = publicUrl
    this.#ask = ask
  }

  get result(): Exported {
    const pages = [...this.#kinds.values()].filter((kind) => kind === 'page').length
    return { pages, files: this.#kinds.size - pages, missing: this.#missing }
  }

  async all(onProgress?: ExportOptions['onProgress']): Promise<void> {
    const known = new Set<string>(STARTS)
    let done = 0
    // A set goes on with what is added to it.
    for (const address of known) {
      for (const reference of await this.#copied(address)) known.add(reference)
      onProgress?.(++done, known.size)
    }
  }

  /** Copies one address; answers those that it leads to. */
  async #copied(address: string): Promise<string[]> {
    const file = fileOf(address)
    const answer = file === null ? null : await this.#ask(address)
    if (answer?.location) {
      const target = copiedAddress(answer.location, address, this.#publicUrl)
      if (target === null) return []
      this.#moved.set(address, target)
      return [target]
    }
    if (file === null || answer?.status !== 200) {
      this.#missing.push(address)
      return []
    }
    const path = join(this.#folder, file)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, answer.body)
    const kind = kindOf(answer.type)
    this.#kinds.set(address, kind)
    return this.#referencesOf(kind, answer.body.toString(), address)
  }

  #referencesOf(kind: Kind, text: string, address: string): string[] {
    if (kind === 'file' && !/^\/sitemap[\w-]*\.xml$/.test(address)) return []
    const found =
      kind === 'page'
        ? referencesIn(text)
        : kind === 'styles'
          ? referencesInStyles(text)
          : [...text.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url]) => url!)
    return found.flatMap((reference) => copiedAddress(reference, address, this.#publicUrl) ?? [])
  }

  /** When it is known what there is, links lead to it, and all others to the journal's own site. */
  async rewriteAll(): Promise<void> {
    for (const [address, kind] of this.#kinds) {
      if (kind === 'file') continue
      const file = fileOf(address)!
      const path = join(this.#folder, file)
      const text = await readFile(path, 'utf8')
      const resolve = (reference: string) => this.#linkTo(reference, address, file)
      const online = (reference: string) => this.#online(reference, address)
      const note = noteFor(online(address))
      await writeFile(
        path,
        kind === 'page' ? rewritePage(text, { note, online, resolve }) : rewriteStyles(text, resolve),
      )
    }
  }

  #linkTo(reference: string, address: string, file: string): string {
    const target = copiedAddress(reference, address, this.#publicUrl)
    const there = target === null ? null : (this.#moved.get(target) ?? target)
    if (there === null || !this.#kinds.has(there)) return this.#online(reference, address)
    const { hash } = new URL(reference, this.#publicUrl + address)
    return relativeLink(file, fileOf(there)!) + hash
  }

  #online(reference: string, address: string): string {
    const base = this.#publicUrl + address
    return URL.canParse(reference, base) ? new URL(reference, base).href : reference
  }
}

const kindOf = (type: string): Kind =>
  type.startsWith('text/html') ? 'page' : type.startsWith('text/css') ? 'styles' : 'file'

/** What takes the place of a form. */
const noteFor = (url: string): string =>
  html`<p>This is a copy. To search or to fill in a form, go to <a href="${url}">${journal().name}</a>.</p>`.source
