import { z } from 'zod'
import { hasTooManyMarks, inNormalForm, MARKS_MAX } from '../domain/normal-form.ts'

// NUL, other control characters (tab and line breaks aside) and lone surrogates are never text.
const UNPRINTABLE =
  /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F]|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/
const LINE_BREAK = /[\r\n\t\u2028\u2029]/
// Characters that turn the direction of the text around them: they can make a name read as another.
const BIDIRECTIONAL = /[\u202A-\u202E\u2066-\u2069]/

export const UNPRINTABLE_MESSAGE = 'Please remove characters that cannot be printed'
export const TOO_MANY_MARKS = `Please use at most ${MARKS_MAX} accents on one letter`

const atMost = (max: number) => `Please use at most ${max} characters`

/**
 * Before a text is looked at, its length: whatever is done with a longer one costs everybody's time. As it
 * is typed it may be longer than in normal form, where an accent and its letter are one.
 */
const short = (max: number, tooLong: string, required?: string) =>
  z
    .string(required)
    .max(4 * max, { error: tooLong, abort: true })
    .refine((value) => !hasTooManyMarks(value), TOO_MANY_MARKS)

/** Text of several lines, in Unicode normal form C. */
export const text = (max: number) =>
  short(max, atMost(max))
    .transform((value) => inNormalForm(value, 'NFC'))
    .pipe(
      z
        .string()
        .max(max, atMost(max))
        .refine((value) => !UNPRINTABLE.test(value), UNPRINTABLE_MESSAGE),
    )

// Characters that leave no trace on a page by themselves; between letters some of them matter.
const INVISIBLE = /^[\s\p{Default_Ignorable_Code_Point}]+$/u

/** Text of one line: names, titles, addresses. Trimmed; what nobody could see is nothing. */
export const line = (max: number, messages: { required?: string; max?: string } = {}) =>
  short(max, messages.max ?? atMost(max), messages.required)
    .transform((value) => (INVISIBLE.test(value) ? '' : inNormalForm(value.trim(), 'NFC')))
    .pipe(
      z
        .string()
        .min(messages.required ? 1 : 0, messages.required)
        .max(max, messages.max ?? atMost(max))
        .refine(
          (value) => !UNPRINTABLE.test(value) && !LINE_BREAK.test(value) && !BIDIRECTIONAL.test(value),
          UNPRINTABLE_MESSAGE,
        ),
    )

const ID = /^[\w-]{1,64}$/

/** An id as the server makes them. */
export const Id = z.string().regex(ID)

/** No id is empty: what can be no id is looked up like one, and is not there. */
const NO_ID = ''

/** An id in an address: one that looks otherwise is answered 'not there', not 'invalid'. */
export const IdInPath = z.string().transform((id) => (ID.test(id) ? id : NO_ID))

/** In an address `?name=` counts as not given. */
export const absentWhenBlank = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (typeof value === 'string' && value.trim() === '' ? undefined : value), schema)

/** One of these words, or nothing. */
export const choice = <const W extends readonly [string, ...string[]]>(words: W) =>
  absentWhenBlank(z.enum(words, `Please choose one of ${words.join(', ')}`).optional())

/** What is not sent is none. */
export const orNone = <T extends z.ZodType>(schema: T) => schema.optional().transform((value) => value ?? null)
