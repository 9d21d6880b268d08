import type { EmailKind } from '../../contract/domain/email-kinds.ts'
import type { Tx } from '../database/connect.ts'
import type { Value } from './values.ts'

/**
 * What the emails of one kind say besides the receiver's `name`, the `date` and the journal's `site`. Each
 * kind belongs to the module that sends it, which declares here what this one cannot know.
 */
export interface KindOfEmail<Data> {
  /** The values that its template may name. */
  readonly values: { readonly [name: string]: (data: Data, publicUrl: string) => Value }
  /**
   * Makes the `link` that only the receiver may know, at the moment of sending and for this try alone.
   * Null when the email has become nobody's: it is dropped.
   */
  readonly secretLink?: (
    tx: Tx,
    data: Data,
    to: { recipient: string; publicUrl: string; at: Date },
  ) => Promise<string | null>
}

/** The kinds of a module by what it knows of each. */
export type KindsOfEmail<DataByKind> = { readonly [Kind in keyof DataByKind]: KindOfEmail<DataByKind[Kind]> }

/** Every kind there is: a missing one does not compile. */
export type EmailKinds = Readonly<Record<EmailKind, KindOfEmail<never>>>
