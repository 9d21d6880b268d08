import type { Readable } from 'node:stream'

/** A file as it arrives: its original name and its bytes. */
export interface IncomingFile {
  name: string
  content: Readable
}

/** An upload of which only the headers have been read: its bytes are read when it is opened. */
export interface IncomingUpload {
  /** The declared length; undefined if not declared. */
  readonly declaredBytes: number | undefined
  /** Undefined if the request contains no file. */
  open(): Promise<IncomingFile | undefined>
}

export const BROKEN_UPLOAD = 'The upload was interrupted. Please try again.'
