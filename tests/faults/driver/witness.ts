import { closeSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { Place } from './place.ts'

/** What must be found again, from the moment at which the server has answered. */
export type Acknowledged =
  | { what: 'account'; email: string; username: string; fullName: string }
  | { what: 'file'; id: string; name: string; sha256: string; bytes: number }
  | { what: 'article'; id: string; title: string; abstract: string; files: string[]; people: number }
  | { what: 'approval'; id: string; title: string; pdf: string }
  | { what: 'invitation'; article: string; email: string }
  | { what: 'agreement'; article: string; email: string }
  | { what: 'draft'; article: string; email: string; revision: number; text: string }
  | { what: 'report file'; id: string; article: string; email: string; sha256: string }
  | { what: 'report'; article: string; email: string; text: string }
  | { what: 'decision'; id: string; article: string; kind: string; letter: string }

/** A file outside of the journal's data, in which every acknowledged answer is on the disk before anything follows from it. */
export class Witness {
  readonly path: string
  readonly #file: number
  #read = 0

  constructor({ folder }: Place) {
    this.path = join(folder, 'witness.jsonl')
    this.#file = openSync(this.path, 'a+')
  }

  write(acknowledged: Acknowledged): void {
    writeSync(this.#file, `${JSON.stringify(acknowledged)}\n`)
    fsyncSync(this.#file)
  }

  /** All of it, as the file says. */
  all(): Acknowledged[] {
    const lines = readFileSync(this.path, 'utf8').split('\n').slice(0, -1)
    return lines.map((line) => JSON.parse(line) as Acknowledged)
  }

  /** What has come since this was asked the last time. */
  news(): Acknowledged[] {
    const all = this.all()
    const news = all.slice(this.#read)
    this.#read = all.length
    return news
  }

  close(): void {
    closeSync(this.#file)
  }
}
