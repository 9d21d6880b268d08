import type { EmailKind } from '../../contract/domain/email-kinds.ts'
import type { Tx } from '../database/connect.ts'
import type { Value } from './values.ts'

/**
 * The template data of each kind of email, besides the recipient's `name`, the `date` and the journal's
 * `site`. Each kind belongs to the module that sends it and is declared there.
 */
export interface KindOfEmail<Data> {
  /** The values that its template may use. */
  readonly values: { readonly [name: string]: (data: Data, publicUrl: string) => Value }
  /**
   * Creates the secret `link` at the time of sending and for this attempt only. Null if the email has become
   * obsolete: it is dropped.
   */
  readonly secretLink?: (
    tx: Tx,
    data: Data,
    to: { recipient: string; publicUrl: string; at: Date },
  ) => Promise<string | null>
}

/** The kinds of a module. */
export type KindsOfEmail<DataByKind> = { readonly [Kind in keyof DataByKind]: KindOfEmail<DataByKind[Kind]> }

/** All kinds: a missing one is a compile error. */
export type EmailKinds = Readonly<Record<EmailKind, KindOfEmail<never>>>
