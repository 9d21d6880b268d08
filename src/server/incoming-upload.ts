import type { Readable } from 'node:stream'

/** A file as it arrives: the name the person gave it, and its bytes. */
export interface IncomingFile {
  name: string
  content: Readable
}

/** An upload of which only the head has been read: its bytes come when it is opened. */
export interface IncomingUpload {
  /** What the sender says will come; undefined when they do not say. */
  readonly declaredBytes: number | undefined
  /** Undefined when what was sent holds no file. */
  open(): Promise<IncomingFile | undefined>
}

export const BROKEN_UPLOAD = 'The upload broke off or could not be read. Please try again.'
