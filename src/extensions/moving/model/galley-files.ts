import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { extensionOf } from '../../../contract/rules/files/file-rules.ts'
import { pathWithin } from './file-paths.ts'
import type { OldGalley } from './objects.ts'
import { codedIn } from './rows.ts'

/** What bytes are by their beginning, whatever the name says. */
export type Looks = 'pdf' | 'html' | 'xml' | 'zip' | 'picture' | 'other'

/** A file of the old journal as it lies on the disk. */
export type FoundFile =
  | { state: 'there'; path: string; bytes: number; sha256: string; looks: Looks }
  | { state: 'missing' | 'empty' | 'refused' }

/** Enough of a file to tell what it is. */
const BEGINNING = 1024

/**
 * Looks for a file in the folder that was brought. A path that leads out of it, or through a link, is refused. On a
 * server that knows no capitals a name may be written otherwise: it is found if only one is like it.
 */
export async function foundFile(folder: string, path: string): Promise<FoundFile> {
  if (pathWithin(path) === undefined) return { state: 'refused' }
  let at = folder
  let found = await lstat(folder).catch(() => null)
  const names: string[] = []
  for (const wanted of path.split('/')) {
    if (!found?.isDirectory()) return { state: 'missing' }
    const name = (await lstat(join(at, wanted)).catch(() => null)) ? wanted : await likeNamed(at, wanted)
    if (name === undefined) return { state: 'missing' }
    at = join(at, name)
    names.push(name)
    found = await lstat(at).catch(() => null)
    if (found?.isSymbolicLink()) return { state: 'refused' }
  }
  if (!found?.isFile()) return { state: 'missing' }
  if (found.size === 0) return { state: 'empty' }
  return { state: 'there', path: names.join('/'), bytes: found.size, ...(await read(at)) }
}

async function likeNamed(folder: string, name: string): Promise<string | undefined> {
  const like = (await readdir(folder)).filter((one) => one.toLowerCase() === name.toLowerCase())
  return like.length === 1 ? like[0] : undefined
}

async function read(file: string): Promise<{ sha256: string; looks: Looks }> {
  const hash = createHash('sha256')
  let beginning = Buffer.alloc(0)
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
    hash.update(chunk)
    if (beginning.length < BEGINNING) beginning = Buffer.concat([beginning, chunk.subarray(0, BEGINNING)])
  }
  return { sha256: hash.digest('hex'), looks: looksOf(beginning.toString('latin1', 0, BEGINNING)) }
}

const PICTURES = ['\x89PNG', '\xFF\xD8\xFF', 'GIF8', 'RIFF']

function looksOf(beginning: string): Looks {
  if (beginning.includes('%PDF-')) return 'pdf'
  if (beginning.startsWith('PK\x03\x04')) return 'zip'
  if (PICTURES.some((signature) => beginning.startsWith(signature))) return 'picture'
  const text = beginning.replace(/^(?:\u00EF\u00BB\u00BF)?\s*/, '').toLowerCase()
  if (/^<!doctype html|^<html/.test(text)) return 'html'
  return /^<\?xml|^<!doctype |^<article/.test(text) ? (text.includes('<html') ? 'html' : 'xml') : 'other'
}

/** What a galley is to its readers. */
export type GalleyKind = 'pdf' | 'html' | 'xml' | 'epub' | 'supplement' | 'remote' | 'other'

const KINDS: Record<string, GalleyKind> = { pdf: 'pdf', html: 'html', htm: 'html', xml: 'xml', epub: 'epub' }
/** What a file of a kind has to look like. */
const LOOKS: Partial<Record<GalleyKind, Looks>> = { pdf: 'pdf', html: 'html', xml: 'xml', epub: 'zip' }

/** By the name and type of its file; whether the bytes are so is another question. */
export function galleyKind({ isSupplementary, remoteUrl, file }: OldGalley): GalleyKind {
  if (file === null) return remoteUrl === null ? 'other' : 'remote'
  if (isSupplementary) return 'supplement'
  return (
    codedIn(KINDS, extensionOf(file.name) || extensionOf(file.path ?? '')) ??
    (file.type === 'application/pdf' ? 'pdf' : 'other')
  )
}

/** Whether bytes are what the galley says: an error page that was saved as a PDF is not. */
export function isWhatItSays(kind: GalleyKind, found: FoundFile): boolean {
  const wanted = LOOKS[kind]
  return found.state === 'there' && (wanted === undefined || wanted === found.looks)
}
