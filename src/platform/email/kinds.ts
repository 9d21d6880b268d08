import type { EmailKind } from '../../contract/rules/site/email-kinds.ts'
import type { Db, Tx } from '../database/connect.ts'
import type { OutboxRow } from '../database/tables.ts'
import type { Value } from './values.ts'

/** A file that comes with an email. */
export interface Attachment {
  filename: string
  contentType: string
  content: string | Buffer
}

/** What every kind of email declares; `About` is all that its template is made from. */
interface Described<About> {
  /** The values that its template may use, besides the recipient's `name`, the `date` and the journal's `site`. */
  readonly values: { readonly [name: string]: (about: About, publicUrl: string) => Value }
  /** Made-up values: templates are checked with them at the start, and previews are made from them. */
  readonly example: About
  /**
   * Creates the secret `link` at the time of sending and for this attempt only. Null if the email has become
   * obsolete: it is dropped.
   */
  readonly secretLink?: (
    tx: Tx,
    about: About,
    to: { recipient: string; publicUrl: string; at: Date },
  ) => Promise<string | null>
  /** True if its secret link ends such emails: programs for email offer it beside them, and use it by themselves (RFC 8058). */
  readonly linkEnds?: true
  /** True if editors may not learn who gets it. */
  readonly isAnonymous?: true
  /** Asked when it is sent: true if it has become pointless since it was written, and is dropped. */
  readonly isPointless?: (db: Db, about: About, at: Date) => Promise<boolean>
  /** True if nothing may be known of its recipient any more once it has been sent. */
  readonly isForgotten?: true
  /** Files that come with it, such as a date for a calendar. */
  readonly attachments?: (about: About, publicUrl: string) => readonly Attachment[]
  /**
   * Called once, when the mail server first refuses the recipient's address for good, in the transaction that
   * notes it: those who should know can be sent an email.
   */
  readonly refused?: (tx: Tx, email: OutboxRow) => Promise<void>
}

/**
 * A kind of email. `Data` is stored with it. `Loaded` is read when it is sent or shown, so that the outbox need
 * not hold it: null from `load` means that the email has become obsolete, and it is dropped. One of the two has
 * the recipient's `name`.
 */
export type KindOfEmail<Data extends object, Loaded extends object | null = null> = Loaded extends object
  ? Data & Loaded extends { name: string }
    ? Described<Data & Loaded> & {
        readonly load: (db: Db, data: Data, to: { recipient: string }) => Promise<Loaded | null>
      }
    : never
  : Data extends { name: string }
    ? Described<Data> & { readonly load?: never }
    : never

/** The kinds of a module, by their data and, for those that load some, by what is loaded. */
export type KindsOfEmail<
  DataByKind extends { [Kind in keyof DataByKind]: object },
  LoadedByKind extends { [Kind in keyof LoadedByKind]: object } = object,
> = {
  readonly [Kind in keyof DataByKind]: KindOfEmail<
    DataByKind[Kind],
    Kind extends keyof LoadedByKind ? LoadedByKind[Kind] : null
  >
}

/** A kind whose types are known only to the module that declares it. */
export interface AnyKindOfEmail extends Omit<Described<never>, 'example'> {
  readonly example: { readonly name: string }
  readonly load?: ((db: Db, data: never, to: { recipient: string }) => Promise<object | null>) | undefined
}

/** All kinds: a missing one is a compile error. */
export type EmailKinds = Readonly<Record<EmailKind, AnyKindOfEmail>>
